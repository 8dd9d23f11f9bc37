import { performance } from 'node:perf_hooks'
import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../http/implement.ts'
import { refreshParameters, writeValuesFrom } from '../translations/index.ts'
import { batchResult, lockKeys, resolveLocales } from './batch.ts'

export const batchClearValues = implement(contract.batchClearValues, ({ db }, { access, body, now }) => {
  const startedAt = performance.now()
  const { keyIds } = body
  return transaction(db, async (tx) => {
    const locales = await resolveLocales(tx, access, body.localeCodes)
    const { living, errors } = await lockKeys(tx, access.projectId, keyIds)
    await writeValuesFrom(
      tx,
      access,
      now,
      sql`
      select t.key_id, t.locale_id, null::text as value, 'not_translated' as status
      from translations t
      where t.key_id = any(${living}::bigint[]) and t.locale_id = any(${locales.map(({ id }) => id)}::bigint[])`,
    )
    if (locales.some(({ isSource }) => isSource)) await refreshParameters(tx, access, now, living)
    return batchResult(keyIds, errors, startedAt)
  })
})
