import type { Unit } from '../text/unit.ts'
import { type Found, NOTHING, type PairCheck, type Replacement, replaced } from './check.ts'

export const edgeSpace: PairCheck = {
  id: 'edge_space',
  kind: 'pair',
  find(unit, source, { value }) {
    const [here, there] = [edgesOf(unit.text), edgesOf(source.text)]
    // Nothing but white space is another matter.
    if (!here || !there) return NOTHING
    const wrong: Replacement[] = []
    if (alike(here.start) !== alike(there.start)) wrong.push({ start: 0, end: here.start.length, by: there.start })
    const { length } = unit.text
    if (alike(here.end) !== alike(there.end))
      wrong.push({ start: length - here.end.length, end: length, by: there.end })
    return wrong.length === 0 ? NOTHING : [foundAt(unit, value, wrong)]
  },
}

function foundAt(unit: Unit, value: string, wrong: readonly Replacement[]): Found {
  const parts = wrong.map(({ by, ...span }) => ({ ...unit.inValue(span), by }))
  const spare = parts.find(({ start, end }) => end > start)
  return {
    message: 'The white space at the ends of the text is not that of the source.',
    params: {},
    // What is missing stands nowhere.
    span: spare ? { start: spare.start, end: spare.end } : null,
    fix: () => replaced(value, parts),
  }
}

/** White space at both ends; undefined for a text that is nothing else. */
function edgesOf(text: string): { start: string; end: string } | undefined {
  if (!isSpace(text.charCodeAt(0)) && !isSpace(text.charCodeAt(text.length - 1)))
    return text === '' ? undefined : NO_EDGES
  let start = 0
  while (start < text.length && isSpace(text.charCodeAt(start))) start++
  if (start === text.length) return undefined
  let end = text.length
  while (isSpace(text.charCodeAt(end - 1))) end--
  return { start: text.slice(0, start), end: text.slice(end) }
}

const NO_EDGES = { start: '', end: '' }

/** White space of Unicode; the byte order mark, which some take for it, is invisible instead. */
const isSpace = (unit: number) =>
  unit === 0x20 ||
  (unit >= 0x09 && unit <= 0x0d) ||
  unit === 0xa0 ||
  unit === 0x1680 ||
  (unit >= 0x2000 && unit <= 0x200a) ||
  unit === 0x2028 ||
  unit === 0x2029 ||
  unit === 0x202f ||
  unit === 0x205f ||
  unit === 0x3000

/** A space of any width is a space, and a line break of any system one. */
const alike = (space: string) => (space === '' ? '' : space.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\n]/g, ' '))
