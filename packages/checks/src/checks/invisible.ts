import { languageOf } from '../text/language.ts'
import type { Unit } from '../text/unit.ts'
import { type Found, MOST_PARTS, NOTHING, type PairCheck, replaced } from './check.ts'
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
    for (const [character, places] of placesOf(unit.text)) {
      if (source.text.includes(character) || (character === ZERO_WIDTH && mayDivide)) continue
      found.push(foundAt(character, places, unit, value))
    }
    return found
  },
}

function foundAt(character: string, places: readonly number[], unit: Unit, value: string): Found {
  const codePoint = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  const inValue = (start: number) => unit.inValue({ start, end: start + 1 })
  const without = () =>
    replaced(
      value,
      places.map((start) => ({ ...inValue(start), by: '' })),
    )
  return {
    message: `The text has a character that nobody sees, ${codePoint}.`,
    params: { codePoint },
    span: inValue(places[0] ?? 0),
    ...(character === REPLACEMENT || places.length > MOST_PARTS ? {} : { fix: without }),
  }
}

/** Where such characters stand, each kind by itself. */
function placesOf(text: string): Map<string, number[]> {
  const places = new Map<string, number[]>()
  const add = (character: string, at: number) => {
    const same = places.get(character)
    if (same) same.push(at)
    else places.set(character, [at])
  }
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) add(character, index)
  for (const at of openDirections(text)) add(text[at] as string, at)
  return places
}

/** Embeddings and isolates that nothing ends: what follows the text is turned round, too. */
function openDirections(text: string): number[] {
  const open: number[] = []
  for (const { 0: character, index } of text.matchAll(DIRECTION)) {
    if (character !== '\u202c' && character !== '\u2069') open.push(index)
    else if (open.length > 0 && endOf(text[open.at(-1) ?? 0] as string) === character) open.pop()
  }
  return open
}

const endOf = (opening: string) => (opening >= '\u2066' ? '\u2069' : '\u202c')
