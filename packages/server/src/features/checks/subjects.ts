import type { Syntax } from '@parlance/checks'
import { checks } from '@parlance/contract'
import { type Sql, sql } from '../../db/sql.ts'
import { currentLengthHint } from '../context/index.ts'
import { isOutdated } from './project-facts.ts'
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
 * What is known of a text of a key `k` in a language `l`, beside its source `s` in the language `sl`: of the stored value
 * `t`, or of one that may take its place. Whether it differs from others like it is asked for all at once.
 */
export const subjectColumns = (value: Sql, now: Date): Sql => sql`
  k.id as "keyId", t.id as "translationId", l.id as "localeId", l.code as locale, ${value} as value, s.value as source,
  sl.code as "sourceLocale", k.syntax, k.is_plural as "isPlural",
  ${lengthHintOf(sql`k.id`, now)} as "lengthHint",
  ${isOutdated(sql`t`, sql`s`)} as "isOutdated"`

/** The characters that were seen to fit where a key stands; null where nobody looked, or told it in another form. */
export const lengthHintOf = (keyId: Sql, now: Date): Sql =>
  sql`substring(${currentLengthHint(keyId, now)} from '^([1-9][0-9]{0,6})ch$')::int`
