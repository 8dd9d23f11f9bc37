import { languageOf } from '../text/language.ts'
import { NOTHING, type PairCheck } from './check.ts'
import { finalMark, isSentence, otherEnd } from './final-mark.ts'
import { WITHOUT_SPACES } from './languages.ts'

export const endStop: PairCheck = {
  id: 'end_stop',
  kind: 'pair',
  find(unit, source, { context: { locale, sourceLocale } }) {
    const [expected, found] = [finalMark(source, sourceLocale), finalMark(unit, locale)]
    if ((expected === 'stop') === (found === 'stop')) return NOTHING
    return WITHOUT_SPACES.has(languageOf(locale)) || !isSentence(source) ? NOTHING : otherEnd(expected, found)
  },
}
