import { languageOf } from '../text/language.ts'
import type { Unit } from '../text/unit.ts'
import { NOTHING, type PairCheck } from './check.ts'
import { isSentence } from './final-mark.ts'

const SMALL = /^\s*\p{Ll}/u
const CAPITAL = /^\s*[\p{Lu}\p{Lt}]/u
const GOES_ON = /[\p{L}\p{N}_]/u

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
function beginsWithNameOf({ prose, wordBounds }: Unit, unit: Unit): boolean {
  const name = NAME.exec(unit.prose)?.[1] ?? ''
  for (let at = 2; at < wordBounds.length; at += 2) {
    const start = wordBounds[at] as number
    if (prose.startsWith(name, start) && !GOES_ON.test(prose[start + name.length] ?? '')) return true
  }
  return false
}
