import { type Sql, sql } from '../../db/sql.ts'

/** As much of a project as it takes to compare its source texts. */
export interface SourceProject {
  id: number
  sourceLocaleId: number
}

/** Three words, the least that is compared, are three letters with something in between. How many there are, the check knows. */
export const SHORTEST_COMPARED = 5

/**
 * The living keys (`key_id`, `text`) whose source text is one of those in `texts (text)`, which the statement has before. It
 * goes along all keys of the project once: a quarter of a second for 100,000, however many texts there are. To look up each
 * by the trigrams that searches use took longer for a single one where texts are much alike. An index of hashes would have to
 * hold the values of all languages, because it cannot know which one is a project's source, and every write of a value would
 * pay for a check that is off unless somebody asks for it.
 */
export const keysWithTexts = ({ id, sourceLocaleId }: SourceProject): Sql => sql`
  select s.key_id, s.text
  from (
    select k.id as key_id, s.text
    from keys k cross join lateral (
      select t.value as text from translations t where t.key_id = k.id and t.locale_id = ${sourceLocaleId} offset 0
    ) s
    where k.project_id = ${id} and k.deleted_at is null
    -- The offsets keep to this path: else all values of the table may be read, or the texts be compared key by key.
    offset 0
  ) s
  join texts x on x.text = s.text`
