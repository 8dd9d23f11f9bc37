import { languageOf } from '../text/language.ts'
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
    if (!isSentence(source)) return NOTHING
    return [{ message: 'The source begins with a capital letter, the text with a small one.', params: {}, span: null }]
  },
}
