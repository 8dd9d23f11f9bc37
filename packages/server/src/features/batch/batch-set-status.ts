import { performance } from 'node:perf_hooks'
import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { assertHolds } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { reviewGate } from '../checks/index.ts'
import { enabledLocales } from '../projects/index.ts'
import { hasErrors, rewriteValues } from '../translations/index.ts'
import { type BatchError, batchResult, lockKeys } from './batch.ts'

export const batchSetStatus = implement(contract.batchSetStatus, (services, { access, body }) => {
  const startedAt = performance.now()
  const { keyIds, status } = body
  if (status === 'translated') assertHolds(access, 'translation.review')
  return transaction(services.db, async (tx) => {
    const [locale] = await enabledLocales(tx, access, [body.localeCode])
    const { living, errors } = await lockKeys(tx, access.projectId, keyIds)
    if (status !== 'not_translated') errors.push(...(await findEmpty(tx, locale.id, living)))
    const { changes, refused } = await rewriteValues(tx, access.by, {
      which: sql`t.key_id = any(${living}::bigint[]) and t.locale_id = ${locale.id}
        and (${status === 'not_translated'} or t.value <> '')`,
      status,
      gate: reviewGate(services, access),
    })
    errors.push(...refused.map(({ keyId, key, errors: count }) => ({ keyId, key, message: hasErrors(count) })))
    return batchResult(keyIds, errors, startedAt, changes)
  })
})

/** Nothing that has no text can be translated or wait for review. */
async function findEmpty(tx: Transaction, localeId: number, keyIds: readonly number[]): Promise<BatchError[]> {
  const empty = await tx.rows<{ keyId: number; key: string }>(sql`
    select k.id as "keyId", k.name as key
    from keys k left join translations t on t.key_id = k.id and t.locale_id = ${localeId}
    where k.id = any(${keyIds}::bigint[]) and coalesce(t.value, '') = ''`)
  return empty.map((key) => ({ ...key, message: 'No value in this locale' }))
}
