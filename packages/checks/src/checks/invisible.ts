import { languageOf } from '../text/language.ts'
import type { Span } from '../text/mapped-text.ts'
import type { Unit } from '../text/unit.ts'
import { type Found, NOTHING, type PairCheck, replaced } from './check.ts'
import { WITHOUT_SPACES } from './languages.ts'

/** Controls but tab and the ends of lines, soft hyphen, zero-width space, word joiner, byte order mark, replacement. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const INVISIBLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u2060\ufeff\ufffd]/g
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g
const EITHER = new RegExp(`${INVISIBLE.source}|${DIRECTION.source}`)
const ZERO_WIDTH = '\u200b'
/** Stands for a letter that was lost: without it nobody would see that it was. */
const REPLACEMENT = '\ufffd'

export const invisible: PairCheck = {
  id: 'invisible',
  kind: 'pair',
  find(unit, source, { value, context: { locale } }) {
    if (!EITHER.test(unit.text)) return NOTHING
    // Where words are not divided by spaces, it says where a line may break.
    const mayDivide = WITHOUT_SPACES.has(languageOf(locale))
    const found: Found[] = []
    for (const [character, spans] of placesOf(unit.text)) {
      if (source.text.includes(character) || (character === ZERO_WIDTH && mayDivide)) continue
      found.push(foundAt(character, spans, unit, value))
    }
    return found
  },
}

function foundAt(character: string, spans: readonly Span[], unit: Unit, value: string): Found {
  const codePoint = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  const without = () =>
    replaced(
      value,
      spans.map((span) => ({ ...unit.inValue(span), by: '' })),
    )
  return {
    message: `The text has a character that nobody sees, ${codePoint}.`,
    params: { codePoint },
    span: spans[0] ? unit.inValue(spans[0]) : null,
    ...(character === REPLACEMENT ? {} : { fix: without }),
  }
}

/** Where such characters stand, each kind by itself. */
function placesOf(text: string): Map<string, Span[]> {
  const places = new Map<string, Span[]>()
  const add = (character: string, start: number) => {
    const same = places.get(character)
    if (same) same.push({ start, end: start + 1 })
    else places.set(character, [{ start, end: start + 1 }])
  }
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) add(character, index)
  for (const { character, index } of openDirections(text)) add(character, index)
  return places
}

/** Embeddings and isolates that nothing ends: what follows the text is turned round, too. */
function openDirections(text: string): { character: string; index: number }[] {
  const open: { character: string; index: number; end: string }[] = []
  for (const { 0: character, index } of text.matchAll(DIRECTION)) {
    if (character === '\u202c' || character === '\u2069') {
      if (open.at(-1)?.end === character) open.pop()
    } else open.push({ character, index, end: character >= '\u2066' ? '\u2069' : '\u202c' })
  }
  return open
}
