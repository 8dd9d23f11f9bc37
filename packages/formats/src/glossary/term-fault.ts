import { isLonger } from '@parlance/checks'
import { termLimits } from '@parlance/contract/limits'

const FIELDS = {
  text: termLimits.term,
  conceptId: termLimits.conceptId,
  definition: termLimits.definition,
  subject: termLimits.subject,
  partOfSpeech: termLimits.partOfSpeech,
  gender: termLimits.gender,
  description: termLimits.description,
}

/** Why a term or a concept of a file cannot be kept as it is; undefined when it can. */
export function termFault(given: Partial<Record<keyof typeof FIELDS, string | undefined>>): string | undefined {
  if (given.text === '') return 'A term has no text'
  for (const [field, max] of Object.entries(FIELDS) as [keyof typeof FIELDS, number][]) {
    const text = given[field]
    if (text === undefined) continue
    if (text.includes('\0') || !text.isWellFormed()) return `${field} holds what is no text`
    if (isLonger(text, max)) return `${field} has more than ${max} characters`
  }
  return undefined
}
