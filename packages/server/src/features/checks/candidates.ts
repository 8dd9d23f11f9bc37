import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { isInconsistent } from './project-facts.ts'
import { type CheckedProject, type Subject, subjectColumns } from './subjects.ts'

/** A text for a key in a language, stored or not. */
export interface Candidate {
  keyId: number
  localeId: number
  /** Left out: the one that is there. */
  value?: string | null | undefined
}

interface CandidateSubject extends Omit<Subject, 'translationId'> {
  /** Null where the key has no value in that language. */
  translationId: number | null
  /** It would take the place of another text, so what the project knows of that one does not hold for it. */
  isNew: boolean
}

/**
 * What is checked of texts that are not written yet, or never will be. Empty ones are left out, and so are those that are
 * longer than their key allows: they are refused for that.
 */
export async function readCandidates(
  handle: Handle,
  project: CheckedProject,
  candidates: readonly Candidate[],
  now: Date,
): Promise<CandidateSubject[]> {
  const keyIds = candidates.map(({ keyId }) => keyId)
  const which = sql`t.key_id = any(${keyIds}::bigint[])`
  const subjects = await handle.rows<CandidateSubject>(sql`
    select ${subjectColumns(sql`v.value`, now)}, v.value is distinct from t.value as "isNew",
           ${project.asksForInconsistent ? sql`coalesce(${isInconsistent(project, which)}, false)` : sql`false`}
             as "isInconsistent"
    from unnest(
      ${keyIds}::bigint[],
      ${candidates.map(({ localeId }) => localeId)}::bigint[],
      ${candidates.map(({ value }) => value ?? null)}::text[],
      ${candidates.map(({ value }) => value === undefined)}::boolean[]
    ) as c (key_id, locale_id, value, keeps_text)
    join keys k on k.id = c.key_id
    join locales l on l.id = c.locale_id
    join locales sl on sl.id = ${project.sourceLocaleId}
    left join translations t on t.key_id = c.key_id and t.locale_id = c.locale_id
    left join translations s
      on s.key_id = c.key_id and s.locale_id = ${project.sourceLocaleId} and c.locale_id <> ${project.sourceLocaleId}
    cross join lateral (select case when c.keeps_text then t.value else c.value end as value) v
    where v.value <> '' and exceeded_limit(v.value, k.character_limit) is null`)
  return subjects.map((subject) => (subject.isNew ? { ...subject, isOutdated: false, isInconsistent: false } : subject))
}
