import { type Sql, sql } from '../../db/sql.ts'

/** As much of a project as it takes to compare its source texts. */
export interface SourceProject {
  id: number
  sourceLocaleId: number
}

/** Three words, the least that is compared, are three letters with something in between. How many there are, the check knows. */
export const SHORTEST_COMPARED = 5

/** Up to so many texts are looked up one by one. */
const FEW = 50

/**
 * The living keys (`key_id`, `text`) whose source text is one of those in `texts (text)`, which the statement has before. Few
 * are found by the trigrams that searches use; for many it is shorter to go along all keys of the project once. PostgreSQL
 * counts them first and leaves out one of the two. There is no index of hashes: it would have to hold the values of all
 * languages, because it cannot know which one is a project's source, and every write of a value would pay for a check that
 * is off unless somebody asks for it.
 */
export const keysWithTexts = ({ id, sourceLocaleId }: SourceProject): Sql => sql`
  select k.id as key_id, x.text
  from texts x cross join lateral (
    -- The offsets keep to these paths: else all values of the table may be read, of whatever project.
    select t.key_id from translations t
    where t.project_id = ${id} and t.locale_id = ${sourceLocaleId} and folded(t.value) = folded(x.text)
      and t.value = x.text
    offset 0
  ) s
  join keys k on k.id = s.key_id and k.deleted_at is null
  where (select count(*) from texts) <= ${FEW}
  union all
  select k.id, s.text
  from keys k cross join lateral (
    select t.value as text from translations t where t.key_id = k.id and t.locale_id = ${sourceLocaleId} offset 0
  ) s
  where k.project_id = ${id} and k.deleted_at is null and s.text in (select text from texts)
    and (select count(*) from texts) > ${FEW}`
