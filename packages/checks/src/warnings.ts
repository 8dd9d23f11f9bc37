import type { Syntax } from '@parlance/contract/syntaxes'
import { type Parameter, parametersIfValid } from './icu.ts'

export interface ValueToCheck {
  value: string
  /** Null means icu. */
  syntax: Syntax | null
  isPlural: boolean
  /** What the source value asks its caller for. */
  params: readonly Parameter[]
  /** The source value, where it has placeholders in double braces. */
  doubleBraced: string | null
}

/** What shows without a look at other branches, by the check that looks more closely. */
export interface Warning {
  check: 'icu_syntax' | 'placeholder_missing' | 'tag_missing'
  message: string
}

const INVALID: Warning = { check: 'icu_syntax', message: 'The value is no valid ICU message.' }

// A name ends where a comma or a space begins the rest. Without saying so, each shorter name would be tried with all that
// follows: a text of 65,536 characters without an end took four seconds.
const DOUBLE_BRACED = /\{\{-?\s*([^{},\s]+)(?:[,\s][^{}]*)?\}\}/g

/**
 * What will go wrong when the value is shown. A text with placeholders in double braces is one for i18next, which no
 * ICU parser takes; its placeholders are compared by name. A text of any other syntax is no message either, unless it is a
 * plural: those are messages always.
 */
export function warningsOf({ value, syntax, isPlural, params, doubleBraced }: ValueToCheck): Warning[] {
  const isMessage = (syntax ?? 'icu') === 'icu' || isPlural
  if (!isMessage && syntax !== 'i18next') return []
  if (!isMessage || doubleBraced !== null || value.includes('{{')) {
    return missing([...namesIn(doubleBraced ?? '')], namesIn(value), (name) => `{{${name}}}`)
  }
  const found = parametersIfValid(value)
  if (!found) return [INVALID]
  const required = params.filter((parameter) => parameter.required)
  const names = new Set(found.map(({ name }) => name))
  const tags = new Set(params.filter(({ type }) => type === 'tag').map(({ name }) => name))
  return missing(
    required.map(({ name }) => name),
    names,
    (name) => (tags.has(name) ? `<${name}>` : `{${name}}`),
  )
}

const namesIn = (text: string) => new Set(Array.from(text.matchAll(DOUBLE_BRACED), ([, name]) => name as string))

const missing = (wanted: readonly string[], found: ReadonlySet<string>, spell: (name: string) => string): Warning[] =>
  wanted.filter((name) => !found.has(name)).map((name) => lackOf(spell(name)))

const lackOf = (placeholder: string): Warning => ({
  check: placeholder.startsWith('<') ? 'tag_missing' : 'placeholder_missing',
  message: `The placeholder ${placeholder} of the source is missing.`,
})
