import { performance } from 'node:perf_hooks'
import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { enabledLocales } from '../projects/index.ts'
import { refreshParameters, tooLong, writeValuesFrom } from '../translations/index.ts'
import { batchResult, lockKeys } from './batch.ts'

/** An empty source copies nothing, and a target that has a text is left alone unless it may be overwritten. */
export const batchCopyValues = implement(contract.batchCopyValues, ({ db }, { access, body }) => {
  const startedAt = performance.now()
  const { keyIds, overwriteExisting = false } = body
  return transaction(db, async (tx) => {
    const [from, to] = await enabledLocales(tx, access, [body.fromLocaleCode, body.toLocaleCode])
    const { living, errors } = await lockKeys(tx, access.projectId, keyIds)
    const { refused, changes } = await writeValuesFrom(
      tx,
      access.by,
      sql`
      select k.id as key_id, ${to.id}::bigint as locale_id, s.value, 'not_reviewed' as status
      from keys k
      join translations s on s.key_id = k.id and s.locale_id = ${from.id} and s.value <> ''
      left join translations t on t.key_id = k.id and t.locale_id = ${to.id}
      where k.id = any(${living}::bigint[]) and ${from.id !== to.id}
        and (${overwriteExisting} or coalesce(t.value, '') = '')`,
    )
    errors.push(...refused.map(({ keyId, key }) => ({ keyId, key, message: tooLong('The value') })))
    if (to.isSource) await refreshParameters(tx, access.by, living)
    return batchResult(keyIds, errors, startedAt, changes)
  })
})
