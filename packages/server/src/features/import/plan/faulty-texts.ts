import type { Author } from '../../../changes/author.ts'
import { nothing, sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { findFaultyTexts, type ReviewGate } from '../../checks/index.ts'
import { sayAny } from './plan.ts'
import { sourceTexts } from './source-texts.ts'
import { type Pair, toWrite, type Write } from './to-write.ts'

/** So many texts are looked at together. */
const MOST = 2_000

export interface FaultyText extends Pair {
  key: string
  position: number
}

/** Texts that their files call translated, and in which the checks find errors. */
export async function findFaultyOfImport(
  tx: Transaction,
  by: Author,
  gate: ReviewGate | undefined,
  write: Write,
): Promise<FaultyText[]> {
  if (!gate || !sayAny(write.files, 'status')) return []
  const beside = sourceTexts(write, by.sourceLocaleId)
  const candidates = await tx.rows<FaultyText & { value: string; source: string | null }>(sql`
    with written as materialized (${toWrite(write)}),
    sources as materialized (
      select key_id, value from written where locale_id = ${by.sourceLocaleId}
      ${beside ? sql`union all select s.key_id, s.value from (${beside}) s where s.limit is null` : nothing}
    )
    select w.key_id as "keyId", w.locale_id as "localeId", w.position, k.name as key, w.value, s.value as source
    from written w
    join keys k on k.id = w.key_id
    left join sources s on s.key_id = w.key_id
    where w.status = 'translated'
    order by w.key_id, w.locale_id`)
  const faulty: FaultyText[] = []
  for (let at = 0; at < candidates.length; at += MOST) {
    const some = candidates.slice(at, at + MOST)
    const sources = new Map(some.flatMap(({ keyId, source }) => (source === null ? [] : [[keyId, source] as const])))
    const found = await findFaultyTexts(tx, by, gate, some, sources)
    const among = new Set(found.map(({ keyId, localeId }) => `${keyId} ${localeId}`))
    faulty.push(...some.filter(({ keyId, localeId }) => among.has(`${keyId} ${localeId}`)))
  }
  return faulty
}
