import { type ValueToCheck, warningsOf } from '@parlance/checks'
import type { CheckId } from '@parlance/contract'
import { type Sql, sql } from '../../db/sql.ts'

/** A value that is published, with what is known to be wrong with it. */
export interface CheckedValue extends ValueToCheck {
  locale: string
  /** Checks that have found an error in it, also one that was set aside; null: none. */
  checks: CheckId[] | null
  /** What they say about those that are open. */
  errors: string[] | null
}

/** Whether a project takes what a check finds in a language for an error. */
export type IsError = (check: CheckId, locale: string) => boolean

/** The columns `checks` and `errors` of the values of a project, for those that have some. */
export const findingsOf = (projectId: number): Sql => sql`
  select i.key_id, i.locale_id, array_agg(distinct i.check_id) as checks,
         array_agg(distinct i.message) filter (where i.ignore_id is null) as errors
  from issues i
  where i.project_id = ${projectId} and i.severity = 'error'
  group by i.key_id, i.locale_id`

/**
 * The open errors of a value, and what shows at a glance: no check may have looked at it since it was written. What a
 * check has found already is told in its words, or not at all if somebody set it aside.
 */
export function valueWarnings(value: CheckedValue, isError: IsError) {
  const found = new Set(value.checks)
  const shown = warningsOf(value).filter(({ check }) => !found.has(check) && isError(check, value.locale))
  return {
    messages: [...(value.errors ?? []), ...shown.map(({ message }) => message)],
    isNoMessage: found.has('icu_syntax') || shown.some(({ check }) => check === 'icu_syntax'),
  }
}
