import { NOTHING, type PairCheck } from './check.ts'

const BRACKET = /[()[\]{}（）]/g
const CLOSES = new Map([
  [')', '('],
  ['）', '('],
  [']', '['],
  ['}', '{'],
])

export const brackets: PairCheck = {
  id: 'brackets',
  kind: 'pair',
  find(unit, source) {
    const alone = firstAlone(unit.prose)
    if (alone === undefined || firstAlone(source.prose) !== undefined) return NOTHING
    const span = unit.proseInValue({ start: alone, end: alone + 1 })
    return [{ message: 'A bracket has no partner.', params: {}, span }]
  },
}

/** The first bracket without a partner; wide ones and narrow ones may be partners. */
function firstAlone(prose: string): number | undefined {
  if (!/[()[\]{}（）]/.test(prose)) return undefined
  const open: { bracket: string; index: number }[] = []
  for (const { 0: bracket, index } of prose.matchAll(BRACKET)) {
    const opening = CLOSES.get(bracket)
    if (opening === undefined) open.push({ bracket: bracket === '（' ? '(' : bracket, index })
    else if (open.at(-1)?.bracket === opening) open.pop()
    else return index
  }
  return open[0]?.index
}
