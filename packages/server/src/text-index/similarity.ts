/** A text in the form in which texts are compared: NFC, runs of white space as one space, trimmed. */
export const comparable = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** A comparable text as code points, so that one element is one character of the limits and the scores. */
export function codePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; count++) {
    const point = text.codePointAt(at) ?? 0
    points[count] = point
    at += point > 0xffff ? 2 : 1
  }
  return points.subarray(0, count)
}

const IDENTICAL = 100
const BEST_OF_DIFFERENT = 99
/** Instead of a similarity that is too low to be of interest. */
const TOO_LOW = -1

/**
 * How alike two comparable texts are, from 0 to 100: the share of the longer one that need not be edited, rounded half
 * up. Only identical texts reach 100. Less than `least` comes out as -1, and sooner: what cannot reach it any more is not
 * compared to its end. So does a comparison that is no longer wanted, which is asked every few milliseconds.
 */
export function similarity(a: Uint32Array, b: Uint32Array, least = 0, isWanted = () => true): number {
  const longer = Math.max(a.length, b.length)
  if (longer === 0) return IDENTICAL
  const most = farthest(least, longer)
  const distance = distanceWithin(a, b, most, isWanted)
  return distance > most ? TOO_LOW : similarityAt(distance, longer)
}

/** The similarity of two texts by their distance and the longer of their lengths. */
export const similarityAt = (distance: number, longer: number) => (distance === 0 ? IDENTICAL : score(distance, longer))

// In whole numbers: 100 × (1 − d / max) + ½ as a fraction, without the rounding errors of a quotient.
const score = (distance: number, longer: number) =>
  Math.min(BEST_OF_DIFFERENT, Math.floor((200 * (longer - distance) + longer) / (2 * longer)))

/** The longest distance that still gives the similarity. */
export const farthest = (least: number, longer: number) =>
  least === IDENTICAL ? 0 : Math.floor((longer * (201 - 2 * least)) / 200)

/** The best score that lengths alone allow: every character beyond the shorter text is an edit. */
export function highestSimilarity(lengthA: number, lengthB: number): number {
  const longer = Math.max(lengthA, lengthB)
  return similarityAt(longer - Math.min(lengthA, lengthB), longer)
}

const WORD = 32
// One entry per code point: looking a character up is one read. 4 MiB once per thread; cleared after each strip.
const positions = new Uint32Array(0x11_0000)

/** How one row of the table of distances differs from column to column; PLUS where nothing was worked out. */
const PLUS = 1
let row = new Uint8Array(4096)

/** A strip of 32 rows of the table of distances, between two of its columns. */
interface Strip {
  from: number
  to: number
  /** The distance above its left edge. */
  corner: number
  /** The column in its last row that lies on the diagonal to the last cell. */
  goal: number
}

/** What is known when a strip was followed to its right edge. */
interface Followed {
  distance: number
  /** The columns between which alignments within reach cross the last row; -1 where none does. */
  first: number
  last: number
  /** The fewest edits of all of them, those included that are certain from there to the end. */
  fewest: number
}

/**
 * Myers' bit-parallel edit distance, in strips of 32 rows that hand the differences along their last row to the next one;
 * anything above `most` as soon as it is certain.
 *
 * A cell costs its distance and what is certain from there to the end: as many edits as it lies away from the diagonal
 * that ends in the last cell. So each strip reaches only as far to both sides as an alignment within `most` can, and when
 * none crosses its last row, that is the end. What lies outside is taken to grow by one per step, which is never less than
 * it is: a distance within `most` comes out exactly, and a longer one not too short.
 */
function distanceWithin(a: Uint32Array, b: Uint32Array, most: number, isWanted: () => boolean): number {
  const [pattern, text] = trimmed(a, b)
  const ahead = text.length - pattern.length
  if (pattern.length === 0 || ahead > most) return text.length
  const aside = (most - ahead) >> 1
  if (row.length < text.length) row = new Uint8Array(2 * text.length)
  row.fill(PLUS, 0, text.length)
  let strip: Strip = { from: 0, to: 0, corner: 0, goal: ahead }
  let followed: Followed = { distance: 0, first: 0, last: 0, fewest: ahead }
  for (let start = 0; start < pattern.length; start += WORD) {
    if (!isWanted()) return most + 1
    const block = pattern.subarray(start, start + WORD)
    const goal = start + block.length + ahead
    const reach = Math.max(followed.last, strip.goal) + block.length + ((most - followed.fewest) >> 1)
    const to = Math.min(text.length, goal + aside, reach)
    // What was worked out beyond is no longer that of the row above the next strip.
    if (to < strip.to) row.fill(PLUS, to, strip.to)
    strip = { from: followed.first, to, corner: cornerAt(strip, followed.first), goal }
    followed = follow(strip, block, text, most)
    strip.corner += block.length
    if (followed.first < 0) return most + 1
  }
  return followed.distance
}

/** The distance in the last row of a strip, further to the right. */
function cornerAt({ from, corner }: Strip, column: number): number {
  let distance = corner
  for (let at = from; at < column; at++) distance += difference(row[at] as number)
  return distance
}

const difference = (edge: number) => (edge & 1) - (edge >> 1)

/** Moves one strip along the text. */
function follow({ from, to, corner, goal }: Strip, block: Uint32Array, text: Uint32Array, most: number): Followed {
  for (let at = 0; at < block.length; at++) {
    const character = block[at] as number
    positions[character] = (positions[character] as number) | (1 << at)
  }
  const edge = block.length - 1
  let distance = corner + block.length
  let fewest = distance + Math.abs(goal - from)
  let first = fewest <= most ? from : -1
  let last = first
  let pv = -1
  let mv = 0
  for (let at = from; at < to; at++) {
    const above = row[at] as number
    const found = positions[text[at] as number] as number
    const xv = found | mv
    const eq = found | (above >> 1)
    const xh = (((eq & pv) + pv) ^ pv) | eq
    let ph = mv | ~(xh | pv)
    let mh = pv & xh
    const below = ((ph >>> edge) & 1) | (((mh >>> edge) & 1) << 1)
    row[at] = below
    distance += (below & 1) - (below >> 1)
    const cost = distance + Math.abs(goal - at - 1)
    if (cost <= most) {
      last = at + 1
      if (first < 0) first = last
      if (cost < fewest) fewest = cost
    }
    ph = (ph << 1) | (above & 1)
    mh = (mh << 1) | (above >> 1)
    pv = mh | ~(xv | ph)
    mv = ph & xv
  }
  for (let at = 0; at < block.length; at++) positions[block[at] as number] = 0
  return { distance, first, last, fewest }
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

/** In code points of the form in which texts are compared. */
export interface Lengths {
  shortest: number
  longest: number
}

/** The lengths up to `end` whose difference alone does not push a text below the threshold. */
export function admissibleLengths(length: number, threshold: number, end: number): Lengths {
  const reaches = (other: number) => highestSimilarity(length, other) >= threshold
  return {
    shortest: firstFrom(0, length, reaches),
    longest: firstFrom(length, Math.max(length + 1, end), (other) => !reaches(other)) - 1,
  }
}

/** The first number of a range for which something holds that holds from there on; the end of the range if none. */
function firstFrom(start: number, end: number, holds: (value: number) => boolean): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
