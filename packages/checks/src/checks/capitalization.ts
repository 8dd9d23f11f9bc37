import { languageOf } from '../text/language.ts'
import type { Unit } from '../text/unit.ts'
import { NOTHING, type PairCheck } from './check.ts'
import { isSentence } from './final-mark.ts'

const SMALL = /^\s*\p{Ll}/u
const CAPITAL = /^\s*[\p{Lu}\p{Lt}]/u

export const capitalization: PairCheck = {
  id: 'capitalization',
  kind: 'pair',
  find(unit, source, { context: { locale } }) {
    // Georgian has capitals for whole words only.
    if (!SMALL.test(unit.prose) || !CAPITAL.test(source.prose) || languageOf(locale) === 'ka') return NOTHING
    if (!isSentence(source) || beginsWithNameOf(source, unit)) return NOTHING
    return [{ message: 'The source begins with a capital letter, the text with a small one.', params: {}, span: null }]
  },
}

/** Without what a language puts behind a name: `ping은`, `ping を`. */
const NAME = /^\s*([\p{Lu}\p{Ll}\p{N}_]+)/u

/** `mkstemp failed` for `Could not call mkstemp`: a word that the source writes small as well is a name, and stays small. */
const beginsWithNameOf = (source: Unit, unit: Unit) => wordsOf(source).has(NAME.exec(unit.prose)?.[1] ?? '')

const WORD = /[\p{L}\p{N}_]+/uy

const known = new WeakMap<Unit, ReadonlySet<string>>()

/** All words but the first, without what follows a hyphen. Asked of a source for each value and each branch of it. */
function wordsOf(source: Unit): ReadonlySet<string> {
  let words = known.get(source)
  if (!words) {
    const { prose, wordBounds } = source
    const found = new Set<string>()
    for (let at = 2; at < wordBounds.length; at += 2) {
      WORD.lastIndex = wordBounds[at] as number
      found.add(WORD.exec(prose)?.[0] ?? '')
    }
    words = found
    known.set(source, words)
  }
  return words
}
