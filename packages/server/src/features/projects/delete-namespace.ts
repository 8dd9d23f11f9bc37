import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { lockNamespace } from './namespace.ts'
import { takeTurnOfMany } from './turn-of-many.ts'

export const deleteNamespace = implement(contract.deleteNamespace, ({ db }, { access, params, now }) =>
  transaction(db, async (tx) => {
    const { projectId, actor } = access
    await takeTurnOfMany(tx, projectId)
    const { id, name, isDefault } = await lockNamespace(tx, projectId, params.namespaceId)
    if (isDefault) throw fault('defaultNamespaceStays')
    // Locked in the order of their ids, as every writer of several keys does.
    const deleted = await tx.rows<{ keyId: number; key: string }>(sql`
      with living as (
        select id from keys where namespace_id = ${id} and deleted_at is null order by id for no key update
      )
      update keys k set deleted_at = ${now} from living where k.id = living.id
      returning k.id as "keyId", k.name as key`)
    await tx.run(sql`update namespaces set deleted_at = ${now} where id = ${id}`)
    record(tx, projectId, actor, now, [
      ...deleted.map((key) => ({ event: 'key.deleted', namespace: name, ...key }) as const),
      { event: 'namespace.deleted', namespace: name, before: { namespaceId: id, name } },
    ])
  }),
)
