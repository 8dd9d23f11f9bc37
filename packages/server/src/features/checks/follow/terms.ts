import type { Database } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import type { Clock } from '../../../services.ts'
import { beginSweep } from './sweep.ts'

/** Beyond so many changed terms, looking at all values takes less than looking for each. The triggers note one more. */
const MOST_TERMS = 200
/** Few, so that what was found is looked at while the rest is still searched for. */
const TERMS_AT_ONCE = 20

interface ChangedTerm {
  localeId: number
  text: string
}

/**
 * Marks the keys in whose texts a term stands that was changed since, in every project of its organization; how it stands
 * there, the checks know better, so that some are looked at in vain. Any number of processes may do this side by side.
 */
export async function markKeysOfTerms(db: Database, clock: Clock, signal: AbortSignal): Promise<void> {
  // Asked without a transaction first: there are none nearly always, and somebody asks all the time.
  if (!(await db.row(sql`select from terms_to_check limit 1`))) return
  while (!signal.aborted && (await transaction(db, (tx) => markSome(tx, clock.now()))));
}

/** False when nothing is left. */
async function markSome(tx: Transaction, now: Date): Promise<boolean> {
  const waiting = await tx.row<{ glossaryId: number; count: number }>(sql`
    select glossary_id as "glossaryId", count(*) as count from terms_to_check
    group by glossary_id order by min(id) limit 1`)
  if (!waiting) return false
  const { glossaryId, count } = waiting
  const isFew = count <= MOST_TERMS
  const terms = await tx.rows<ChangedTerm>(sql`
    delete from terms_to_check where id in (
      select id from terms_to_check where glossary_id = ${glossaryId} order by id
      limit ${isFew ? TERMS_AT_ONCE : null} for update skip locked)
    returning locale_id as "localeId", text`)
  // Somebody else is at them.
  if (terms.length === 0) return false
  if (isFew) await markKeysWith(tx, glossaryId, terms, now)
  else await sweepProjects(tx, glossaryId)
  return true
}

/** Those that a glossary is for. */
const PROJECTS = sql`
  glossaries g
  join organizations o on o.id = g.organization_id and o.deleted_at is null
  join projects p on p.organization_id = o.id and p.deleted_at is null`

/** By the trigrams of values, as searches do; a term that is too short to have any is looked for in all of them. */
async function markKeysWith(
  tx: Transaction,
  glossaryId: number,
  terms: readonly ChangedTerm[],
  now: Date,
): Promise<void> {
  await tx.allowLong(600_000)
  const sought = terms.flatMap(({ localeId, text }) => patternsOf(text).map((pattern) => ({ localeId, pattern })))
  await tx.run(sql`
    insert into keys_to_check (project_id, key_id, since)
    select distinct p.id, t.key_id, ${now}::timestamptz
    from ${PROJECTS}
    cross join (
      select distinct locale_id, folded(pattern) as pattern
      from unnest(${sought.map(({ localeId }) => localeId)}::bigint[], ${sought.map(({ pattern }) => pattern)}::text[])
        as s (locale_id, pattern)
    ) s
    cross join lateral (
      -- The offset has each pattern asked of the index: as a join, all values might be read and held against all patterns.
      select t.key_id from translations t
      where t.project_id = p.id and t.locale_id = s.locale_id and folded(t.value) like s.pattern offset 0
    ) t
    where g.id = ${glossaryId}
    order by p.id, t.key_id
    on conflict (project_id, key_id) do update set since = excluded.since`)
}

/** In order, so that two who begin sweeps do not wait for each other. */
async function sweepProjects(tx: Transaction, glossaryId: number): Promise<void> {
  const projects = await tx.rows<{ id: number }>(sql`
    select p.id from ${PROJECTS} where g.id = ${glossaryId} order by p.id`)
  for (const { id } of projects) await beginSweep(tx, id)
}

/** A text that has the term has one of these in it, whatever white space stands in it and however its marks are written. */
function patternsOf(term: string): string[] {
  const escaped = term
    .trim()
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll(/\s+/g, '%')
  if (escaped === '') return []
  return [...new Set([escaped.normalize('NFC'), escaped.normalize('NFD')])].map((text) => `%${text}%`)
}
