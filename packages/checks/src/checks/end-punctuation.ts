import { NOTHING, type PairCheck } from './check.ts'
import { type FinalMark, finalMark, isSentence, otherEnd } from './final-mark.ts'

export const endPunctuation: PairCheck = {
  id: 'end_punctuation',
  kind: 'pair',
  find(unit, source, { context: { locale, sourceLocale } }) {
    const [expected, found] = [finalMark(source, sourceLocale), finalMark(unit, locale)]
    if (compared(expected) === compared(found) || !isSentence(source)) return NOTHING
    return otherEnd(expected, found)
  },
}

/** Full stops are a matter of their own. */
const compared = (mark: FinalMark | null) => (mark === 'stop' ? null : mark)
