import type { Status } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { findFaultyTexts, findFaultyValues, type ReviewGate } from '../checks/index.ts'

interface Sent {
  keyId: number
  key: string
  localeId: number
  locale: string
  value?: string | null | undefined
  status?: Status | undefined
}

/** A value that is not called translated, for its errors. */
export interface FaultyRefusal {
  reason: 'qa_errors'
  errors: number
  keyId: number
  key: string
  localeId: number
  locale: string
}

/** Of what is to be called translated, that with open errors, beside the source texts that are sent along. */
export async function findFaulty(
  tx: Transaction,
  by: Author,
  gate: ReviewGate,
  values: readonly Sent[],
): Promise<FaultyRefusal[]> {
  const candidates = values.filter(({ status }) => status === 'translated')
  if (candidates.length === 0) return []
  const sources = new Map<number, string | null>()
  for (const { keyId, localeId, value } of values)
    if (localeId === by.sourceLocaleId && value !== undefined) sources.set(keyId, value)
  const faulty = await findFaultyTexts(tx, by, gate, candidates, sources)
  return candidates.flatMap(({ keyId, key, localeId, locale }) => {
    const found = faulty.find((value) => value.keyId === keyId && value.localeId === localeId)
    return found ? [{ reason: 'qa_errors', errors: found.errors, keyId, key, localeId, locale }] : []
  })
}

/** The same of all values of `which`, rows of `translations` called t. */
export async function findFaultyOf(
  tx: Transaction,
  by: Author,
  gate: ReviewGate,
  which: Sql,
): Promise<FaultyRefusal[]> {
  const faulty = await findFaultyValues(tx, by, gate, which)
  if (faulty.length === 0) return []
  return tx.rows<FaultyRefusal>(sql`
    select 'qa_errors' as reason, f.errors, k.id as "keyId", k.name as key, l.id as "localeId", l.code as locale
    from unnest(
      ${faulty.map(({ keyId }) => keyId)}::bigint[],
      ${faulty.map(({ localeId }) => localeId)}::bigint[],
      ${faulty.map(({ errors }) => errors)}::int[]
    ) as f (key_id, locale_id, errors)
    join keys k on k.id = f.key_id
    join locales l on l.id = f.locale_id
    order by k.id, l.id`)
}
