/** `%#@files@` in a text: a dictionary says what stands there. */
export interface Variable {
  argument: string
  /** Where it says which argument it is, as `%2$#@files@` does. */
  position?: number
}

export type FormatPart = string | Variable

const VARIABLE = /%%|%(?:(\d{1,2})\$)?#@([^@]*)@/g
/** What takes the next argument, without saying which that is. */
const TAKES_NEXT = /%%|%(?!\d+\$)[-+ 0#']{0,5}\d{0,5}(?:\.\d{0,5})?(?:hh?|ll?|[qLztj])?[@dDuUixXoOfFeEgGcCsSpaA]/g

/** What stands around counted parts, as a file says it. */
export function readFormat(text: string): FormatPart[] {
  const parts: FormatPart[] = []
  let from = 0
  for (const { 0: whole, 1: position, 2: argument, index } of text.matchAll(VARIABLE)) {
    if (argument === undefined) continue
    if (index > from) parts.push(text.slice(from, index))
    parts.push(position === undefined ? { argument } : { argument, position: Number(position) })
    from = index + whole.length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

export const hasVariable = (text: string) => readFormat(text).some((part) => typeof part !== 'string')

/** Of which argument each part of a text speaks, where nothing tells it but their order. */
export function naturalPositions(parts: readonly FormatPart[]): Map<string, number> {
  const positions = new Map<string, number>()
  let next = 1
  for (const part of parts) {
    if (typeof part === 'string') next += takenBy(part)
    else if (!positions.has(part.argument)) positions.set(part.argument, next++)
  }
  return positions
}

const takenBy = (text: string) => (text.match(TAKES_NEXT) ?? []).filter((found) => found !== '%%').length

/**
 * The text for a file. Its parts say which argument they are where one of them did so, or where a translation has them in
 * another order; not beside others that take whichever is next.
 */
export function formatText(parts: readonly FormatPart[], known: ReadonlyMap<string, number>): string {
  const natural = naturalPositions(parts)
  const positions = withAll(parts, natural, known)
  const isNatural = [...natural].every(([argument, at]) => positions.get(argument) === at)
  const isNumbered = parts.some((part) => typeof part !== 'string' && part.position !== undefined)
  const canNumber = parts.every((part) => typeof part !== 'string' || takenBy(part) === 0)
  const numbered = canNumber && (isNumbered || !isNatural)
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      const { argument } = part
      return numbered ? `%${positions.get(argument)}$#@${argument}@` : `%#@${argument}@`
    })
    .join('')
}

/** What is new takes the numbers that are left. */
function withAll(
  parts: readonly FormatPart[],
  natural: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, number>,
): Map<string, number> {
  const positions = new Map<string, number>()
  for (const part of parts) {
    const position = typeof part === 'string' ? undefined : (part.position ?? known.get(part.argument))
    if (typeof part !== 'string' && position !== undefined) positions.set(part.argument, position)
  }
  // Where none is known, what stands before them counts as well.
  if (positions.size === 0) return new Map(natural)
  const taken = new Set(positions.values())
  let next = 1
  for (const argument of natural.keys()) {
    if (positions.has(argument)) continue
    while (taken.has(next)) next++
    positions.set(argument, next++)
  }
  return positions
}
