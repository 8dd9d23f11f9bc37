import { contract } from '@parlance/contract'
import { record, recordFrom } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { lockNamespace } from './namespace.ts'
import { takeTurnOfMany } from './turn-of-many.ts'

export const deleteNamespace = implement(contract.deleteNamespace, ({ db }, { access, params, now }) =>
  transaction(db, async (tx) => {
    const { projectId, by } = access
    await takeTurnOfMany(tx, projectId)
    const { id, name, isDefault } = await lockNamespace(tx, projectId, params.namespaceId)
    if (isDefault) throw fault('defaultNamespaceStays')
    await tx.run(sql`update namespaces set deleted_at = ${now} where id = ${id}`)
    // Locked in the order of their ids, as every writer of several keys does. A hundred thousand of them held the event
    // loop for 380 ms when they passed through it.
    const from = sql`
      living as (
        select id from keys where namespace_id = ${id} and deleted_at is null order by id for no key update
      ), deleted as (
        update keys k set deleted_at = ${now} from living where k.id = living.id
        returning k.id, k.name
      )`
    const select = sql`
      select id as position, 'key.deleted' as event, id as key_id, name as key_name, ${name}::text as namespace,
             null::bigint as translation_id, null::text as locale, null::jsonb as before, null::jsonb as after
      from deleted`
    await recordFrom(tx, by, { from, select })
    record(tx, by, [{ event: 'namespace.deleted', namespace: name, before: { namespaceId: id, name } }])
  }),
)
