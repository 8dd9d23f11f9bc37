import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'

/** As much of a project as it takes to compare its source texts. */
export interface SourceProject {
  id: number
  sourceLocaleId: number
}

/** Three words, the least that is compared, are three letters with something in between. How many there are, the check knows. */
export const SHORTEST_COMPARED = 5

/**
 * The living keys (`key_id`, `text`) whose source text is one of those in `texts (text)`, which the statement has before, by
 * the hashes that are kept of them. The offsets keep to that path, whatever the planner thinks of a table that was just
 * filled: to go along all keys instead took a second for 100,000, where this takes 15 ms for the
 * 100 keys of a step.
 */
export const keysWithTexts = ({ id, sourceLocaleId }: SourceProject): Sql => sql`
  select k.id as key_id, x.text
  from texts x
  cross join lateral (
    select h.key_id from source_hashes h where h.project_id = ${id} and h.hash = text_hash(x.text) offset 0
  ) h
  cross join lateral (
    select from translations t
    where t.key_id = h.key_id and t.locale_id = ${sourceLocaleId} and t.value = x.text offset 0
  ) t
  join keys k on k.id = h.key_id and k.deleted_at is null`

/** Changes that nobody has followed yet are few, but for minutes after a large import: then some are left out. */
const MOST_UNFOLLOWED = 10_000

/**
 * The same as it is at this moment, for somebody who waits: with the keys whose changes nobody has followed yet, and along all
 * keys while the hashes are still to be kept. Both parts are left out by PostgreSQL itself most of the time.
 */
export const keysWithTextsNow = (project: SourceProject): Sql => sql`
  ${keysWithTexts(project)}
  union
  ${livingWithTexts(project)} and k.id = any(array(
    select c.key_id from issue_positions p join changes c on c.project_id = p.project_id and c.seq > p.seq
    where p.project_id = ${project.id} and c.key_id is not null limit ${MOST_UNFOLLOWED}))
  union
  ${livingWithTexts(project)} and not exists (
    select from issue_positions p where p.project_id = ${project.id} and p.swept_to is distinct from 0)`

const livingWithTexts = ({ id, sourceLocaleId }: SourceProject): Sql => sql`
  select k.id, x.text
  from keys k
  join translations t on t.key_id = k.id and t.locale_id = ${sourceLocaleId}
  join texts x on x.text = t.value
  where k.project_id = ${id} and k.deleted_at is null`

/**
 * Keeps the hashes of a project anew, or none where nobody asks for them. A sweep begins with it: whoever begins to ask for
 * them has everything looked at.
 */
export async function refillSourceHashes(tx: Transaction, project: SourceProject, isAsked: boolean): Promise<void> {
  await tx.run(sql`delete from source_hashes where project_id = ${project.id}`)
  if (!isAsked) return
  await tx.run(sql`
    insert into source_hashes (key_id, project_id, hash)
    select k.id, k.project_id, text_hash(s.value)
    from keys k join translations s on s.key_id = k.id and s.locale_id = ${project.sourceLocaleId}
    where k.project_id = ${project.id} and k.deleted_at is null and char_length(s.value) >= ${SHORTEST_COMPARED}`)
}

/** Keeps the hashes of what was written, or came back, by the changes after one number and up to another. */
export async function followSourceHashes(
  tx: Transaction,
  { id, sourceLocaleId }: SourceProject,
  after: number,
  upTo: number,
): Promise<void> {
  await tx.run(sql`
    insert into source_hashes as h (key_id, project_id, hash)
    select distinct s.key_id, s.project_id, text_hash(s.value)
    from changes c join translations s on s.key_id = c.key_id and s.locale_id = ${sourceLocaleId}
    where c.project_id = ${id} and c.seq > ${after} and c.seq <= ${upTo}
      and (c.translation_id = s.id or c.event = 'key.restored') and char_length(s.value) >= ${SHORTEST_COMPARED}
    on conflict (key_id) do update set hash = excluded.hash where h.hash <> excluded.hash`)
}
