import { languageOf } from '../text/language.ts'
import { GAP } from '../text/prose.ts'
import type { Unit } from '../text/unit.ts'
import { type AloneCheck, MOST_PARTS, NOTHING, type Replacement, replaced } from './check.ts'

const MARK = /[;:!?»«]/g
const MARKS = new Set(';:!?»')
const NO_BREAK = new Set(['\u00a0', '\u202f'])
/** A gap that is such a space. */
const NO_BREAK_ENTITY = /^&(?:nbsp|nnbsp|#160|#8239|#x0*a0|#x0*202f);$/i

export const punctuationSpacing: AloneCheck = {
  id: 'punctuation_spacing',
  kind: 'alone',
  find(unit, _source, { value, context: { locale } }) {
    if (!isSpaced(locale) || !/[;:!?»«]/.test(unit.text)) return NOTHING
    const wrong = unspacedMarks(unit)
    const [first] = wrong
    if (!first) return NOTHING
    const fix = () =>
      replaced(
        value,
        wrong.map(({ by, ...span }) => ({ ...unit.proseInValue(span), by })),
      )
    const span = unit.proseInValue({
      start: Math.min(first.start, first.mark),
      end: Math.max(first.end, first.mark + 1),
    })
    const found = { message: 'A punctuation mark needs a no-break space beside it.', params: {}, span }
    return [wrong.length > MOST_PARTS ? found : { ...found, fix }]
  },
}

const isSpaced = (locale: string) => {
  const language = languageOf(locale)
  return language === 'br' || (language === 'fr' && !/^fr[-_]ca\b/i.test(locale))
}

/** Where a space has to be put, or another one in its place. */
function unspacedMarks(unit: Unit): (Replacement & { mark: number })[] {
  const { prose } = unit
  const isNoBreak = (at: number) =>
    NO_BREAK.has(prose[at] as string) || (prose[at] === GAP && NO_BREAK_ENTITY.test(textOf(unit, at)))
  const wrong: (Replacement & { mark: number })[] = []
  for (const { 0: mark, index } of prose.matchAll(MARK)) {
    if (wrong.length > MOST_PARTS) break
    const [before, after] = [prose[index - 1], prose[index + 1]]
    if (mark === '«') {
      if (after === undefined || isNoBreak(index + 1)) continue
      wrong.push({ mark: index, start: index + 1, end: index + (isSpace(after) ? 2 : 1), by: '\u00a0' })
    } else if (before !== undefined && !MARKS.has(before) && !isNoBreak(index - 1) && !isTime(mark, before, after)) {
      const by = mark === ':' || mark === '»' ? '\u00a0' : '\u202f'
      wrong.push({ mark: index, start: isSpace(before) ? index - 1 : index, end: index, by })
    }
  }
  return wrong
}

const textOf = (unit: Unit, at: number) => {
  const { start, end } = unit.inText({ start: at, end: at + 1 })
  return unit.text.slice(start, end)
}

const isSpace = (character: string) => character !== '\n' && character !== '\r' && /\s/.test(character)

const isTime = (mark: string, before: string, after: string | undefined) =>
  mark === ':' && /\d/.test(before) && after !== undefined && /\d/.test(after)
