import { languageOf } from '../text/language.ts'
import { GAP } from '../text/prose.ts'
import type { Unit } from '../text/unit.ts'
import type { Found } from './check.ts'

export type FinalMark = 'stop' | 'question' | 'colon' | 'ellipsis'

const MARKS = new Map<string, FinalMark>([
  ...Array.from('.。．।۔։።။។', (mark) => [mark, 'stop'] as const),
  ...Array.from('?？؟՞፧⁇\u037e', (mark) => [mark, 'question'] as const),
  ...Array.from(':：៖፦', (mark) => [mark, 'colon'] as const),
  ['…', 'ellipsis'],
])

/** White space, quotes, closing brackets, gaps and marks of direction: behind the end of a sentence without being of it. */
const BEHIND = new RegExp(
  `[${GAP}\\s"'\`´«»‹›“”„‟‘’‚‛「」『』〝〞\\p{Pe}\\p{Pf}\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069]`,
  'u',
)

/** By what a sentence ends; null when it ends with something else. */
export function finalMark({ prose }: Unit, locale: string): FinalMark | null {
  let end = prose.length
  while (end > 0 && isBehind(prose.charCodeAt(end - 1))) end--
  if (prose.endsWith('...', end)) return 'ellipsis'
  const last = prose[end - 1] ?? ''
  if (last === ';' && languageOf(locale) === 'el') return 'question'
  return MARKS.get(last) ?? null
}

/** Of each unit of UTF-16, once it was asked for: 1 if it may stand behind the end, 2 if not. */
const asked = new Uint8Array(0x10000)

function isBehind(unit: number): boolean {
  if (asked[unit] === 0) asked[unit] = BEHIND.test(String.fromCharCode(unit)) ? 1 : 2
  return asked[unit] === 1
}

const LONG_ENOUGH = 3

/** Shorter ones are labels, of which every language ends some in its own way. */
export const isSentence = ({ wordBounds }: Unit) => wordBounds.length >= 2 * LONG_ENOUGH

/** Says that a text ends in another way than its source. */
export const otherEnd = (expected: FinalMark | null, found: FinalMark | null): readonly Found[] => [
  {
    message: `The source ends with ${SPELLED[expected ?? 'none']}, the text with ${SPELLED[found ?? 'none']}.`,
    params: { expected, found },
    span: null,
  },
]

const SPELLED = {
  stop: 'a full stop',
  question: 'a question mark',
  colon: 'a colon',
  ellipsis: 'an ellipsis',
  none: 'none of these marks',
}
