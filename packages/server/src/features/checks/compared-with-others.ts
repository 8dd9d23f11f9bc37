import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { keysWithTextsNow } from './source-texts.ts'
import type { CheckedProject, Subject } from './subjects.ts'

/** A text that is not stored. */
type Compared = Pick<Subject, 'keyId' | 'localeId' | 'source' | 'value' | 'isInconsistent'>

/** Whether other keys of the same source text have other values in the languages of these texts; asked only if it counts. */
export async function comparedWithOthers<T extends Compared>(
  db: Handle,
  project: CheckedProject,
  texts: readonly T[],
): Promise<T[]> {
  if (!project.asksForInconsistent || texts.length === 0) return [...texts]
  const different = await db.rows<{ at: number }>(sql`
    with asked as materialized (
      select * from unnest(
        ${texts.map((_, at) => at)}::int[], ${texts.map(({ keyId }) => keyId)}::bigint[],
        ${texts.map(({ localeId }) => localeId)}::bigint[], ${texts.map(({ source }) => source)}::text[],
        ${texts.map(({ value }) => value)}::text[]
      ) as a (at, key_id, locale_id, text, value)
    ), texts as materialized (
      select distinct text from asked where text <> ''
    ), same as materialized (
      ${keysWithTextsNow(project)}
    )
    select a.at from asked a
    where exists (
      select from same s join translations v on v.key_id = s.key_id and v.locale_id = a.locale_id
      where s.text = a.text and s.key_id <> a.key_id and v.value <> '' and v.value <> a.value)`)
  const places = new Set(different.map(({ at }) => at))
  return texts.map((text, at) => ({ ...text, isInconsistent: places.has(at) }))
}
