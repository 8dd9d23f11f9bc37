import { type Found, NOTHING, type PairCheck } from './check.ts'

const ESCAPE =
  /\\(?:[n"'\\]|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\})|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g

export const escapes: PairCheck = {
  id: 'escapes',
  kind: 'pair',
  find(unit, source) {
    if (!/[\\&]/.test(unit.text)) return NOTHING
    const known = new Set(Array.from(source.text.matchAll(ESCAPE), ([sequence]) => kindOf(sequence)))
    const found: Found[] = []
    for (const { 0: sequence, index } of unit.text.matchAll(ESCAPE)) {
      const kind = kindOf(sequence)
      if (known.has(kind)) continue
      // One of each kind: whoever mends it looks for the others.
      known.add(kind)
      const span = unit.inValue({ start: index, end: index + sequence.length })
      const message = `The escape ${sequence} would be shown as it stands; the source has none of its kind.`
      found.push({ message, params: { sequence }, span })
    }
    return found
  },
}

const kindOf = (sequence: string) => (sequence.startsWith('&') ? '&' : sequence.slice(0, 2))
