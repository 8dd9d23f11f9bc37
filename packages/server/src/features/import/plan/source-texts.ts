import { limits } from '@parlance/contract'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { details, entries } from './plan.ts'
import type { Write } from './to-write.ts'

/**
 * Texts in the source language that stand beside translations: key_id, locale_id, value, and the limit of a text that is too
 * long. They are for keys that the import creates, and for others only where that was asked for. A file in the source
 * language knows better. Undefined: no file has any.
 */
export function sourceTexts(
  { sessionId, files, created }: Pick<Write, 'sessionId' | 'files' | 'created'>,
  sourceLocaleId: number,
): Sql | undefined {
  const bilingual = files.filter(({ said }) => said.includes('source'))
  if (bilingual.length === 0) return undefined
  const ofSource = files.filter(({ localeId }) => localeId === sourceLocaleId)
  return sql`
    select distinct on (k.id) k.id as key_id, ${sourceLocaleId}::bigint as locale_id, d.said->>'source' as value, d.name,
           d.position, exceeded_limit(d.said->>'source', least(k.character_limit, ${limits.value})) as limit
    from (${details(sessionId, bilingual)}) d
    join unnest(
      ${bilingual.map(({ position }) => position)}::int[],
      ${bilingual.map(({ options }) => options['source'] === 'overwrite')}::boolean[]
    ) as f (position, overwrites) on f.position = d.position
    join keys k
      on k.namespace_id = d.namespace_id and k.name_hash = sha256(convert_to(d.name, 'UTF8')) and k.deleted_at is null
    where d.said->>'source' is not null and (f.overwrites or k.id = any(${created}::bigint[]))
      and (d.namespace_id, d.name) not in (
        select e.namespace_id, e.name from (${entries(sessionId, ofSource)}) e where e.value <> '')
    order by k.id, d.position`
}

export interface LongSource {
  position: number
  key: string
  limit: number
}

/** Those that their keys have no room for. */
export function findLongSources(
  tx: Transaction,
  write: Pick<Write, 'sessionId' | 'files' | 'created'>,
  sourceLocaleId: number,
): Promise<LongSource[]> {
  const beside = sourceTexts(write, sourceLocaleId)
  if (!beside) return Promise.resolve([])
  return tx.rows(sql`
    select s.position, s.name as key, s.limit from (${beside}) s where s.limit is not null order by s.position, s.name`)
}
