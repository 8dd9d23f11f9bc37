import { characterCount } from '../characters.ts'
import type { Unit } from '../text/unit.ts'
import { type AloneCheck, NOTHING } from './check.ts'

/** What a placeholder is taken to be as long as. */
const PLACEHOLDER_LENGTH = 6

export const exceedsSpace: AloneCheck = {
  id: 'exceeds_space',
  kind: 'alone',
  find(unit, _source, { context: { lengthHint: limit } }) {
    // No text has more characters than units, placeholders aside.
    if (limit === null || unit.text.length + unit.placeholders.length * PLACEHOLDER_LENGTH <= limit) return NOTHING
    const actual = lengthOf(unit)
    if (actual <= limit) return NOTHING
    return [{ message: `The text has ${actual} characters where ${limit} fit.`, params: { limit, actual }, span: null }]
  },
}

/** As people see it: a tag takes no room, an entity that of one character, an address its own. */
function lengthOf({ text, gaps }: Unit): number {
  let length = characterCount(text)
  for (const { kind, start, end } of gaps) {
    if (kind === 'placeholder') length += PLACEHOLDER_LENGTH
    else if (kind === 'entity') length += 1
    if (kind !== 'address') length -= characterCount(text.slice(start, end))
  }
  return length
}
