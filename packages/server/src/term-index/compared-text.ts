/** A text as it is compared, and where in the original each of its units stands. */
export interface ComparedText {
  text: string
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
  const isPlain = !/\s\s/.test(original) && original.normalize('NFC') === original
  if (isPlain) return { text: original.replaceAll(/\s/g, ' '), span: (start, end) => ({ start, end }) }
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
  return { text, span: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }) }
}
