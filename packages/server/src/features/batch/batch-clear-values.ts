import { performance } from 'node:perf_hooks'
import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { enabledLocales } from '../projects/index.ts'
import { refreshParameters, rewriteValues } from '../translations/index.ts'
import { batchResult, lockKeys } from './batch.ts'

export const batchClearValues = implement(contract.batchClearValues, ({ db }, { access, body }) => {
  const startedAt = performance.now()
  const { keyIds } = body
  return transaction(db, async (tx) => {
    const locales = await enabledLocales(tx, access, body.localeCodes)
    const { living, errors } = await lockKeys(tx, access.projectId, keyIds)
    const localeIds = locales.map(({ id }) => id)
    const { changes } = await rewriteValues(tx, access.by, {
      which: sql`t.key_id = any(${living}::bigint[]) and t.locale_id = any(${localeIds}::bigint[])`,
      status: 'not_translated',
      isClearing: true,
    })
    if (locales.some(({ isSource }) => isSource)) await refreshParameters(tx, access.by, living)
    return batchResult(keyIds, errors, startedAt, changes)
  })
})
