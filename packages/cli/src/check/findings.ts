import { checkValue, type Finding, isLonger, NO_TERMS } from '@parlance/checks'
import type { SeveritiesInLocale } from './severities.ts'
import type { Compared, Text } from './text.ts'

/** What is wrong with a text. Glossary, observations and history are the service's, so nothing is found that needs them. */
export function findingsIn(
  { value, locale }: Text,
  { source, syntax, isPlural, characterLimit }: Compared,
  sourceLocale: string,
  { isEnabled }: SeveritiesInLocale,
): Finding[] {
  const context = { locale, sourceLocale, syntax, isPlural, lengthHint: null, terms: NO_TERMS }
  const found = checkValue({ value, source, context }, isEnabled)
  const isTooLong = characterLimit !== undefined && isLonger(value, characterLimit)
  return isTooLong && isEnabled('exceeds_space') ? [...found, overLimit(value, characterLimit)] : found
}

/** As the service counts when it refuses a text: all characters of it, those of placeholders too. */
function overLimit(value: string, limit: number): Finding {
  const actual = Array.from(value).length
  const message = `The text has ${actual} characters, and its key allows ${limit}.`
  const place = { branch: null, start: null, end: null, fix: null }
  return { check: 'exceeds_space', message, params: { limit, actual }, ...place }
}
