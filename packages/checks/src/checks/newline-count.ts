import { NOTHING, type PairCheck } from './check.ts'

export const newlineCount: PairCheck = {
  id: 'newline_count',
  kind: 'pair',
  find(unit, source) {
    const [expected, found] = [lineBreaks(source.text), lineBreaks(unit.text)]
    if (expected === found) return NOTHING
    const message = `The number of line breaks is ${found}, in the source it is ${expected}.`
    return [{ message, params: { expected, found }, span: null }]
  },
}

const lineBreaks = (text: string) => (/[\r\n]/.test(text) ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0)
