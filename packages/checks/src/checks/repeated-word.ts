import { languageOf } from '../text/language.ts'
import type { Span } from '../text/mapped-text.ts'
import type { Unit, Word } from '../text/unit.ts'
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
    const byWord = Map.groupBy(repeated, ({ text }) => text)
    return Array.from(byWord, ([word, all]) => foundAt(word, all, unit, value))
  },
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

interface Repeated extends Word {
  /** Where the spaces before it begin. */
  gapStart: number
}

/** Each word that follows the same one with only spaces between. */
function repeatedIn({ words, prose }: Unit): Repeated[] {
  const found: Repeated[] = []
  for (let at = 1; at < words.length; at++) {
    const [before, word] = [words[at - 1] as Word, words[at] as Word]
    if (
      word.text.length === before.text.length &&
      prose[before.start - 1] !== MIDDLE_DOT &&
      isRepeated(before, word, prose)
    )
      found.push({ ...word, gapStart: before.end })
  }
  return found
}

const isRepeated = (before: Word, { text, start }: Word, prose: string) =>
  (text === before.text || text.toLowerCase() === before.text.toLowerCase()) &&
  /\p{L}\P{L}*\p{L}/u.test(text) &&
  /^[ \u00a0\u202f]+$/.test(prose.slice(before.end, start))
