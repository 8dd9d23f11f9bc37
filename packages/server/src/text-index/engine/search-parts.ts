import { farthest, highestSimilarity, similarityAt } from '../similarity.ts'
import { BestMatches } from './best-matches.ts'
import type { Kernel } from './kernel.ts'
import { LISTS, NONE, PAUSE, RUN } from './layout.ts'
import { addressesOf, columnsOf, type Part, type PartColumns } from './part.ts'
import { narrowRows, type Offsets, offsetsFor, type Query, writeQuery } from './query.ts'
import type { Search } from './search.ts'
import type { Ranked } from './segment.ts'

export const bytesForSearch = (search: Search) => offsetsOf(search).bytes

function offsetsOf({ query, state: { parts }, share }: Search): Offsets {
  const segments = parts.reduce((sum, { count }) => sum + Math.ceil(count / RUN / share.of) * RUN, 0)
  const lengths = parts.reduce((sum, { lengths }) => sum + lengths, 0)
  return offsetsFor(query, parts.length, segments, lengths)
}

/**
 * The best matches of this share of all parts, in `bytesForSearch` bytes of memory at `base`; undefined when nobody wants them any more.
 *
 * From similarity 100 downwards: the lengths come in whose difference to the query's allows just that much, their
 * signatures are compared, and every segment goes on the list of the similarity that its signature allows; then the list
 * that is due is verified. So candidates are verified best first, and lengths and candidates below the worst match
 * wanted are never looked at.
 */
export function searchParts(
  memory: WebAssembly.Memory,
  kernel: Kernel,
  base: number,
  search: Search,
): Ranked[] | undefined {
  const { query, state, share, isWanted } = search
  const offsets = offsetsOf(search)
  writeQuery(memory.buffer, base, offsets, query, state.parts.length)
  const at = (offset: number) => base + offset
  kernel.useQuery(
    query.codePoints.length,
    query.counts.filter((count) => count > 0).length,
    at(offsets.signature),
    narrowRows(query.counts).length,
    at(offsets.narrowSignature),
    at(offsets.sketch),
    at(offsets.pageTable),
    at(offsets.rows),
    at(offsets.bits),
    at(offsets.column),
    at(offsets.batch),
    at(offsets.lengthEntries),
    at(offsets.groups),
    at(offsets.candidates),
    state.version,
    share.number,
    share.of,
  )
  kernel.clearLists()
  const best = new BestMatches(search)
  const parts = state.parts.map(
    (part, number) => new PartSearch(memory, kernel, part, number, base, offsets, query, best),
  )
  for (let bound = 100; bound >= best.least; bound--) {
    for (const part of parts) {
      if (!isWanted()) return undefined
      if (!part.searchAt(bound, isWanted)) return undefined
    }
  }
  return best.matches
}

class PartSearch {
  readonly #kernel: Kernel
  readonly #part: Part
  readonly #columns: PartColumns
  readonly #length: number
  readonly #best: BestMatches
  readonly #use: () => void
  /** The segments between them have been scanned. */
  #from: number
  #to: number

  constructor(
    memory: WebAssembly.Memory,
    kernel: Kernel,
    part: Part,
    number: number,
    base: number,
    offsets: Offsets,
    query: Query,
    best: BestMatches,
  ) {
    this.#kernel = kernel
    this.#part = part
    this.#columns = columnsOf(memory, part)
    this.#length = query.codePoints.length
    this.#best = best
    const { signatures, lengths, starts, ends, usages, times, ids, texts, sketchStarts, sketches } = addressesOf(part)
    const lengthList = base + offsets.lengthLists + number * 4
    const lists = base + offsets.lists + number * LISTS * 4
    this.#use = () =>
      kernel.usePart(
        signatures,
        part.narrow,
        lengths,
        starts,
        ends,
        usages,
        times,
        ids,
        texts,
        sketchStarts,
        sketches,
        lengthList,
        lists,
      )
    this.#from = part.isSorted ? this.#firstOf(this.#length) : 0
    this.#to = this.#from
  }

  /** False when the search is no longer wanted. */
  searchAt(bound: number, isWanted: () => boolean): boolean {
    this.#use()
    if (this.#part.isSorted) this.#scanSorted(bound)
    else this.#scanUnsorted()
    while (this.#kernel.refine(bound, this.#best.least) === PAUSE) if (!isWanted()) return false
    return this.#verify(bound, isWanted)
  }

  #scanSorted(bound: number): void {
    const { count } = this.#part
    while (this.#to < count && this.#allows(this.#to, bound)) {
      const end = this.#firstOf(this.#lengthOf(this.#to) + 1)
      this.#scan(this.#to, end)
      this.#to = end
    }
    while (this.#from > 0 && this.#allows(this.#from - 1, bound)) {
      const start = this.#firstOf(this.#lengthOf(this.#from - 1))
      this.#scan(start, this.#from)
      this.#from = start
    }
  }

  /** All at once: they are few, and of any length. */
  #scanUnsorted(): void {
    const { count } = this.#part
    for (; this.#to < count; this.#to++)
      if (this.#allows(this.#to, this.#best.least)) this.#scan(this.#to, this.#to + 1)
  }

  /** Segments of one length. */
  #scan(from: number, to: number): void {
    const length = this.#lengthOf(from)
    const most = farthest(this.#best.least, Math.max(length, this.#length))
    this.#kernel.scan(from, to, length, most, this.#part.isSorted)
  }

  #verify(bound: number, isWanted: () => boolean): boolean {
    const best = this.#best
    while (bound >= best.least) {
      const { usage, time, id } = best.worst
      const position = this.#kernel.verify(bound, best.least, usage, time, id)
      if (position === NONE) return true
      if (position === PAUSE) {
        if (!isWanted()) return false
        continue
      }
      best.offer({
        id: this.#columns.ids[position] as number,
        similarity: similarityAt(this.#kernel.foundDistance(), Math.max(this.#lengthOf(position), this.#length)),
        usage: this.#columns.usages[position] as number,
        time: this.#columns.times[position] as number,
      })
    }
    return true
  }

  #lengthOf(position: number): number {
    return this.#columns.lengths[position] as number
  }

  #allows(position: number, similarity: number): boolean {
    return highestSimilarity(this.#length, this.#lengthOf(position)) >= similarity
  }

  /** The first segment of this length or more. */
  #firstOf(length: number): number {
    const { lengths } = this.#columns
    let [low, high] = [0, this.#part.count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((lengths[middle] as number) < length) low = middle + 1
      else high = middle
    }
    return low
  }
}
