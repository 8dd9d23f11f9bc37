/** A text as it is compared, and where in the original each of its units stands. */
export interface ComparedText {
  text: string
  /** Whether each unit stands where it stood before. */
  isInPlace: boolean
  /** Where the units from here to there stood before. */
  span(start: number, end: number): { start: number; end: number }
}

/** A letter and what is put upon it, as far as one can become the other: marks, and the parts of Hangul syllables. */
const CLUSTER = /\s+|[\u1100-\u115f\ua960-\ua97c\uac00-\ud7a3][\u1160-\u11ff\ud7b0-\ud7fb\p{M}]*|\P{M}\p{M}*|\p{M}+/gsu

/**
 * In NFC and with one space for any white space: an é may be sent as one character or as two, and a term may be broken
 * over two lines. Most texts are so already, and nothing is made anew for them.
 */
export function comparedText(original: string): ComparedText {
  const isInPlace = !/\s\s/.test(original) && original.normalize('NFC') === original
  if (isInPlace) return { text: original.replaceAll(/\s/g, ' '), isInPlace, span: (start, end) => ({ start, end }) }
  let text = ''
  const [starts, ends]: [number[], number[]] = [[], []]
  for (const { 0: found, index } of original.matchAll(CLUSTER)) {
    const part = /^\s/.test(found) ? ' ' : found.normalize('NFC')
    const isKept = part === found
    for (let at = 0; at < part.length; at++) {
      starts.push(isKept ? index + at : index)
      ends.push(isKept ? index + at + 1 : index + found.length)
    }
    text += part
  }
  return { text, isInPlace, span: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }) }
}

/**
 * Units of a piece of a long text, and up to as many more where it would end within what belongs together. Not without end:
 * marks in a row are brought into their order in as many steps as they are, squared, so that 65,536 of them take seconds;
 * and no term has so many.
 */
export const PIECE = 1_000
/** White space and marks that may belong to what comes before them, and the second half of a pair. */
const GOES_ON = /[\s\p{M}\u1160-\u11ff\ud7b0-\ud7fb\udc00-\udfff]/u

/** The same for a long text, piece by piece, each with where it begins. */
export function* comparedInPieces(original: string): Generator<ComparedText & { from: number }> {
  for (let from = 0; from < original.length; ) {
    let to = Math.min(original.length, from + PIECE)
    const longest = Math.min(original.length, from + 2 * PIECE)
    for (let next = characterAt(original, to); to < longest && GOES_ON.test(next); next = characterAt(original, to)) {
      to += next.length
    }
    yield { from, ...comparedText(original.slice(from, to)) }
    from = to
  }
}

const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0)
