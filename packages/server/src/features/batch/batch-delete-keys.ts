import { performance } from 'node:perf_hooks'
import { contract } from '@parlance/contract'
import { recordFrom } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { batchResult, lockKeys } from './batch.ts'

export const batchDeleteKeys = implement(contract.batchDeleteKeys, ({ db }, { access, body, now }) => {
  const startedAt = performance.now()
  const { projectId, by } = access
  return transaction(db, async (tx) => {
    const { living, errors } = await lockKeys(tx, projectId, body.keyIds)
    const from = sql`
      deleted as (
        update keys set deleted_at = ${now}
        where id = any(${living}::bigint[])
        returning id, name, namespace_id
      )`
    const select = sql`
      select d.id as position, 'key.deleted' as event, d.id as key_id, d.name as key_name, n.name as namespace,
             null::bigint as translation_id, null::text as locale, null::jsonb as before, null::jsonb as after
      from deleted d join namespaces n on n.id = d.namespace_id`
    const { changes } = await recordFrom(tx, by, { from, select })
    return batchResult(body.keyIds, errors, startedAt, changes)
  })
})
