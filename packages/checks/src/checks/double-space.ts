import { MOST_PARTS, NOTHING, type PairCheck, replaced } from './check.ts'

const DOUBLED = /(?<=\S) {2,}(?=\S)/g

export const doubleSpace: PairCheck = {
  id: 'double_space',
  kind: 'pair',
  find(unit, source, { value }) {
    if (!unit.text.includes('  ') || source.text.includes('  ')) return NOTHING
    const spans = Array.from(unit.text.matchAll(DOUBLED), ({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    }))
    const [first] = spans
    if (!first) return NOTHING
    const fix = () =>
      replaced(
        value,
        spans.map((span) => ({ ...unit.inValue(span), by: ' ' })),
      )
    const found = { message: 'Two spaces stand beside each other.', params: {}, span: unit.inValue(first) }
    return [spans.length > MOST_PARTS ? found : { ...found, fix }]
  },
}
