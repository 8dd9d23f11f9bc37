import { COUNTED_DAYS } from '../../config.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'

/** Changes that are counted at a time. */
const AT_ONCE = 50_000

/**
 * Counts what was written since somebody last asked, or a part of it; true when nothing is left. Whoever comes while
 * another one counts does not wait for it.
 */
export async function countWords(tx: Transaction, projectId: number, now: Date): Promise<boolean> {
  const begun = await tx.row<{ seq: number; last: number }>(sql`
    select c.seq, (select coalesce(max(seq), 0) from changes where project_id = ${projectId}) as last
    from counted_changes c
    where c.project_id = ${projectId}
    for update of c skip locked`)
  if (!begun) return (await begin(tx, projectId, now)) && countWords(tx, projectId, now)
  const { seq, last } = begun
  if (seq >= last) return true
  const end = Math.min(last, seq + AT_ONCE)
  await add(tx, projectId, seq, end)
  await tx.run(sql`update counted_changes set seq = ${end} where project_id = ${projectId}`)
  return end === last
}

/** False when another one has begun, or counts at the moment. */
async function begin(tx: Transaction, projectId: number, now: Date): Promise<boolean> {
  const before = await lastChangeBefore(tx, projectId, new Date(now.getTime() - COUNTED_DAYS * 86_400_000))
  const begun = await tx.run(sql`
    insert into counted_changes (project_id, seq) values (${projectId}, ${before})
    on conflict (project_id) do nothing`)
  return begun === 1
}

/** Changes are in the order of their times, near enough for days; so they are halved until the place is found. */
async function lastChangeBefore(tx: Transaction, projectId: number, time: Date): Promise<number> {
  const newest = await tx.row<{ seq: number | null }>(sql`
    select max(seq) as seq from changes where project_id = ${projectId}`)
  let [low, high] = [0, newest?.seq ?? 0]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const isLater = await tx.row(sql`
      select 1 from changes where project_id = ${projectId} and seq = ${middle} and at >= ${time}`)
    if (isLater) high = middle - 1
    else low = middle
  }
  return low
}

/** Languages that are written without spaces are counted by characters. */
const add = (tx: Transaction, projectId: number, after: number, upTo: number) =>
  tx.run(sql`
    insert into written_words (project_id, day, locale, words, texts)
    select project_id, (at at time zone 'UTC')::date, locale,
           sum(case when locale ~ '^(ja|zh|yue|th|lo|km|my)\\M' then length(regexp_replace(after ->> 'value', '\\s', '', 'g'))
                    else regexp_count(after ->> 'value', '\\S+') end),
           count(*)
    from changes
    where project_id = ${projectId} and seq > ${after} and seq <= ${upTo}
      and event in ('translation.created', 'translation.updated', 'translation.restored')
      and after ->> 'value' <> '' and after ->> 'value' is distinct from before ->> 'value'
    group by 1, 2, 3
    on conflict (project_id, day, locale) do update
    set words = written_words.words + excluded.words, texts = written_words.texts + excluded.texts`)
