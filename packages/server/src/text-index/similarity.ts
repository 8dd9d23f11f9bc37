/** A text in the form in which texts are compared: NFC, runs of white space as one space, trimmed. */
export const comparable = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** A comparable text as code points, so that one element is one character of the limits and the scores. */
export const codePoints = (text: string) => Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0)

const IDENTICAL = 100
const BEST_OF_DIFFERENT = 99

/**
 * How alike two comparable texts are, from 0 to 100: the share of the longer one that need not be edited, rounded half
 * up. Only identical texts reach 100.
 */
export function similarity(a: Uint32Array, b: Uint32Array): number {
  const longer = Math.max(a.length, b.length)
  if (longer === 0) return IDENTICAL
  return similarityAt(levenshtein(a, b), longer)
}

/** The similarity of two texts by their distance and the longer of their lengths. */
export const similarityAt = (distance: number, longer: number) => (distance === 0 ? IDENTICAL : score(distance, longer))

// In whole numbers: 100 × (1 − d / max) + ½ as a fraction, without the rounding errors of a quotient.
const score = (distance: number, longer: number) =>
  Math.min(BEST_OF_DIFFERENT, Math.floor((200 * (longer - distance) + longer) / (2 * longer)))

/** The best score that lengths alone allow: every character beyond the shorter text is an edit. */
export function highestSimilarity(lengthA: number, lengthB: number): number {
  const longer = Math.max(lengthA, lengthB)
  return similarityAt(longer - Math.min(lengthA, lengthB), longer)
}

const WORD = 32
// One entry per code point: looking a character up is one read. 4 MiB once per thread; cleared after each block.
const positions = new Uint32Array(0x11_0000)

/**
 * Myers' bit-parallel edit distance, in blocks of 32 rows: a block runs over the whole text and hands the differences
 * along its lower edge to the next one. 400 × 400 characters take about 15 µs.
 */
function levenshtein(first: Uint32Array, second: Uint32Array): number {
  const [pattern, text] = trimmed(first, second)
  if (pattern.length === 0) return text.length
  const plus = new Uint8Array(text.length).fill(1)
  const minus = new Uint8Array(text.length)
  let distance = 0
  for (let from = 0; from < pattern.length; from += WORD) {
    distance = runBlock(pattern.subarray(from, from + WORD), text, plus, minus, pattern.length)
  }
  return distance
}

/** Moves one block along the text. Only the last block's lower edge is the distance; the others' result is discarded. */
function runBlock(
  block: Uint32Array,
  text: Uint32Array,
  plus: Uint8Array,
  minus: Uint8Array,
  patternLength: number,
): number {
  for (const [row, character] of block.entries()) positions[character] = (positions[character] ?? 0) | (1 << row)
  const edge = block.length - 1
  let distance = patternLength
  let pv = -1
  let mv = 0
  for (let at = 0; at < text.length; at++) {
    const plusIn = plus[at] as number
    const minusIn = minus[at] as number
    const found = positions[text[at] as number] as number
    const xv = found | mv
    const eq = found | minusIn
    const xh = (((eq & pv) + pv) ^ pv) | eq
    let ph = mv | ~(xh | pv)
    let mh = pv & xh
    const plusOut = (ph >>> edge) & 1
    const minusOut = (mh >>> edge) & 1
    plus[at] = plusOut
    minus[at] = minusOut
    distance += plusOut - minusOut
    ph = (ph << 1) | plusIn
    mh = (mh << 1) | minusIn
    pv = mh | ~(xv | ph)
    mv = ph & xv
  }
  for (const character of block) positions[character] = 0
  return distance
}

/** Without what both begin and end with; the shorter one first. */
function trimmed(a: Uint32Array, b: Uint32Array): [Uint32Array, Uint32Array] {
  let start = 0
  const shortest = Math.min(a.length, b.length)
  while (start < shortest && a[start] === b[start]) start++
  let end = 0
  while (end < shortest - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const left = a.subarray(start, a.length - end)
  const right = b.subarray(start, b.length - end)
  return left.length <= right.length ? [left, right] : [right, left]
}
