import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'

export const deleteKey = implement(contract.deleteKey, ({ db }, { access, params, now }) =>
  transaction(db, async (tx) => {
    const deleted = await tx.row<{ keyId: number; key: string; namespace: string }>(sql`
      update keys k set deleted_at = ${now}
      from namespaces n
      where k.id = ${params.keyId} and k.project_id = ${access.projectId} and k.deleted_at is null
        and n.id = k.namespace_id
      returning k.id as "keyId", k.name as key, n.name as namespace`)
    if (!deleted) throw fault('keyNotFound')
    record(tx, access.projectId, access.actor, now, [{ event: 'key.deleted', ...deleted }])
  }),
)
