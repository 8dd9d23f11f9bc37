import { admissibleLengths, codePoints } from '../similarity.ts'
import type { IndexState } from './growing-index.ts'
import { LONGEST_LISTED, WORD_BITS } from './layout.ts'
import { columnsOf, type Part } from './part.ts'

/** No comparable text is longer: normalizing 10,000 characters makes at most three of each. */
const LONGEST = 30_000

/** Steps of 64 rows of a table of distances, or two of 32: a search that takes more is a long one. About 25 ms. */
export const LONG = 10_000_000
/** A long search of an index does about so many in a row; then it is somebody else's turn. */
export const LONG_AT_ONCE = 100_000_000

/**
 * Up to here signatures can count the characters of a query, and only texts that are made for it pass them in numbers. What
 * is compared then is taken for this part of all.
 */
const LONGEST_COUNTED = 1_000
const PASSING = 1 / 50

/**
 * How many steps a search of an index may take, by the texts whose lengths let them be compared. Only long queries come
 * near it: of the shortest, sketches tell nearly all texts apart, a million in milliseconds.
 */
export function expectedWork(memory: WebAssembly.Memory, { parts }: IndexState, text: string, least: number): number {
  if (text.length <= LONGEST_LISTED) return 0
  const { length } = codePoints(text)
  const { shortest, longest } = admissibleLengths(length, Math.max(0, Math.ceil(least)), LONGEST)
  const units = parts.reduce((sum, part) => sum + unitsIn(memory, part, shortest, longest), 0)
  return Math.ceil(length / WORD_BITS) * units * (length <= LONGEST_COUNTED ? PASSING : 1)
}

/** How much of a part is text of these lengths. */
function unitsIn(memory: WebAssembly.Memory, part: Part, shortest: number, longest: number): number {
  if (!part.isSorted) return part.units
  const { lengths, starts } = columnsOf(memory, part)
  const startOf = (length: number) => {
    let [low, high] = [0, part.count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((lengths[middle] as number) < length) low = middle + 1
      else high = middle
    }
    return low < part.count ? (starts[low] as number) : part.units
  }
  return startOf(longest + 1) - startOf(shortest)
}

/** The same for texts that have no index, in units of UTF-16. */
export const workOfComparing = (text: string, texts: readonly string[]) =>
  (text.length / WORD_BITS) * 2 * texts.reduce((sum, other) => sum + other.length, 0)
