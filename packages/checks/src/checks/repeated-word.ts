import { languageOf } from '../text/language.ts'
import type { Span } from '../text/mapped-text.ts'
import type { Unit } from '../text/unit.ts'
import { type AloneCheck, type Found, MOST_PARTS, NOTHING, replaced } from './check.ts'

/** Words are doubled there by grammar. */
const DOUBLING = new Set('fil haw id ja jv km ko lo mi ms my sm su th tl to vi zh'.split(' '))
const QUESTION_PARTICLES = 'mı mi mu mü'
const ALLOWED = new Map<string, ReadonlySet<string>>(
  Object.entries({
    de: 'die der das den sie',
    en: 'that had',
    fr: 'nous vous',
    nl: 'die',
    af: 'nie',
    pl: 'się',
    cs: 'se',
    it: 'via',
    gl: 'se',
    tr: QUESTION_PARTICLES,
    az: QUESTION_PARTICLES,
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** In Catalan it stands within words: `Cancel·la la sincronització` repeats none. */
const MIDDLE_DOT = '·'

export const repeatedWord: AloneCheck = {
  id: 'repeated_word',
  kind: 'alone',
  find(unit, source, { value, context: { locale } }) {
    const language = languageOf(locale)
    if (DOUBLING.has(language)) return NOTHING
    const repeated = repeatedIn(unit).filter(({ text }) => !ALLOWED.get(language)?.has(text.toLowerCase()))
    if (repeated.length === 0 || (source && repeatedIn(source).length > 0)) return NOTHING
    return [...byWord(repeated)].map(([word, all]) => foundAt(word, all, unit, value))
  },
}

function byWord(repeated: readonly Repeated[]): Map<string, Repeated[]> {
  const words = new Map<string, Repeated[]>()
  for (const one of repeated) {
    const own = words.get(one.text)
    if (own) own.push(one)
    else words.set(one.text, [one])
  }
  return words
}

function foundAt(word: string, all: readonly Repeated[], unit: Unit, value: string): Found {
  const [first] = all
  const fix = () =>
    replaced(
      value,
      all.map(({ gapStart: start, end }) => ({ ...unit.proseInValue({ start, end }), by: '' })),
    )
  const span: Span | null = first ? unit.proseInValue(first) : null
  const found = { message: `The word “${word}” stands there twice.`, params: { word }, span }
  return all.length > MOST_PARTS ? found : { ...found, fix }
}

interface Repeated extends Span {
  text: string
  /** Where the spaces before it begin. */
  gapStart: number
}

/** Each word that follows the same one with only spaces between. */
function repeatedIn({ wordBounds: bounds, prose }: Unit): Repeated[] {
  const found: Repeated[] = []
  for (let at = 2; at < bounds.length; at += 2) {
    const [first, gapStart] = [bounds[at - 2] as number, bounds[at - 1] as number]
    const [start, end] = [bounds[at] as number, bounds[at + 1] as number]
    if (end - start !== gapStart - first || !isAllSpaces(prose, gapStart, start)) continue
    const text = prose.slice(start, end)
    if (isSameWord(prose.slice(first, gapStart), text) && prose[first - 1] !== MIDDLE_DOT)
      found.push({ text, start, end, gapStart })
  }
  return found
}

function isAllSpaces(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== 0x20 && unit !== 0xa0 && unit !== 0x202f) return false
  }
  return true
}

const isSameWord = (one: string, other: string) =>
  (one === other || one.toLowerCase() === other.toLowerCase()) && /\p{L}\P{L}*\p{L}/u.test(other)
