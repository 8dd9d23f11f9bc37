import type { Syntax } from '@parlance/checks'
import { checks } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { currentLengthHint } from '../context/index.ts'
import { isInconsistent, isOutdated } from './project-facts.ts'
import type { CheckSettings } from './settings.ts'

/** A value, stored. */
export interface Subject extends SubjectText {
  translationId: number
  localeId: number
}

/** A text, and all that is asked about it to know what is wrong with it. */
export interface SubjectText {
  keyId: number
  locale: string
  value: string
  /** Null where there is none, and for values in the source language. */
  source: string | null
  sourceLocale: string
  /** Null: `icu`. */
  syntax: Syntax | null
  isPlural: boolean
  /** The characters that were seen to fit. */
  lengthHint: number | null
  isOutdated: boolean
  isInconsistent: boolean
}

/** Whose values they are. */
export interface CheckedProject {
  id: number
  sourceLocaleId: number
  /** Whether some language wants to know of it: to compare a project with itself is the dearest of all. */
  asksForInconsistent: boolean
}

/** It is off unless a project says otherwise, for all languages or for some. */
export function asksForInconsistent({ severities }: CheckSettings): boolean {
  const { severity = checks.inconsistent, localeSeverities = {} } = severities.inconsistent ?? {}
  return [severity, ...Object.values(localeSeverities)].some((chosen) => chosen !== 'off')
}

/**
 * The values that are checked: not empty, of keys that are there, in languages of the project. `which` chooses among the
 * rows of `translations`, called t. Those of one key follow each other, because they have one source, which is taken apart
 * once then.
 */
export const readSubjects = (handle: Handle, project: CheckedProject, which: Sql, now: Date): Promise<Subject[]> =>
  handle.rows<Subject>(subjects(project, which, now))

/**
 * The same as one text of JSON. It goes to a thread as it came, which takes the one that answers requests a fortieth of
 * the time that it takes to make objects of rows and to send those.
 */
export async function readSubjectsAsText(
  handle: Handle,
  project: CheckedProject,
  which: Sql,
  now: Date,
): Promise<{ text: string; count: number }> {
  return handle.one(sql`
    select coalesce(json_agg(s)::text, '[]') as text, count(*) as count from (${subjects(project, which, now)}) s`)
}

const subjects = (project: CheckedProject, which: Sql, now: Date): Sql => sql`
  select ${subjectColumns(sql`t.value`, now)},
         ${project.asksForInconsistent ? isInconsistent(project, which) : sql`false`} as "isInconsistent"
  from translations t
  join keys k on k.id = t.key_id and k.deleted_at is null
  join project_locales pl on pl.project_id = ${project.id} and pl.locale_id = t.locale_id
  join locales l on l.id = t.locale_id
  join locales sl on sl.id = ${project.sourceLocaleId}
  left join translations s
    on s.key_id = t.key_id and s.locale_id = ${project.sourceLocaleId} and t.locale_id <> ${project.sourceLocaleId}
  where t.project_id = ${project.id} and t.value <> '' and ${which}
  order by t.key_id`

/**
 * What is known of a text of a key `k` in a language `l`, beside its source `s` in the language `sl`: of the stored value
 * `t`, or of one that may take its place. Whether it differs from others like it is asked for all at once.
 */
export const subjectColumns = (value: Sql, now: Date): Sql => sql`
  k.id as "keyId", t.id as "translationId", l.id as "localeId", l.code as locale, ${value} as value, s.value as source,
  sl.code as "sourceLocale", k.syntax, k.is_plural as "isPlural",
  substring(${currentLengthHint(sql`k.id`, now)} from '^([1-9][0-9]{0,6})ch$')::int as "lengthHint",
  ${isOutdated(sql`t`, sql`s`)} as "isOutdated"`
