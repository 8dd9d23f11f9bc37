import type { Search } from './search.ts'
import { byRank, type Ranked } from './segment.ts'

/** What all shares of a search have found: how many matches of each similarity, and then how many in all. */
const OFFERS = 101
export const nothingFound = () => new Int32Array(new SharedArrayBuffer((OFFERS + 1) * Int32Array.BYTES_PER_ELEMENT))

const NO_MATCH: Ranked = { id: -Infinity, similarity: 0, usage: -Infinity, time: -Infinity }

/**
 * The best matches of one share of a search so far, best first. What is asked of further ones rises when they are enough,
 * whoever found them.
 */
export class BestMatches {
  readonly #found: Ranked[] = []
  readonly #wanted: number
  readonly #limit: number
  readonly #excluded: Set<number>
  readonly #foundByAll: Int32Array<SharedArrayBuffer>
  /** As of so many offers of all. */
  #least: number
  #offers = 0

  constructor({
    minSimilarity,
    maxResults,
    exclude,
    share,
  }: Pick<Search, 'share' | 'minSimilarity' | 'maxResults' | 'exclude'>) {
    this.#wanted = Math.max(0, Math.ceil(minSimilarity))
    this.#least = this.#wanted
    this.#limit = maxResults
    this.#excluded = new Set(exclude)
    this.#foundByAll = share.found
  }

  get matches(): Ranked[] {
    return this.#found
  }

  /** The match that the next one has to beat; anything beats the one there is before they are enough. */
  get worst(): Ranked {
    const worst = this.#found[this.#limit - 1]
    return worst && worst.similarity >= this.least ? worst : NO_MATCH
  }

  /**
   * The lowest similarity that can still get in: one that draws level with the worst may be ahead by usage. Asked far more
   * often than anything is found, so it is worked out only then.
   */
  get least(): number {
    const offers = Atomics.load(this.#foundByAll, OFFERS)
    if (offers !== this.#offers) {
      this.#offers = offers
      this.#least = this.#leastOfAll()
    }
    return this.#least
  }

  #leastOfAll(): number {
    let found = 0
    for (let similarity = 100; similarity > this.#wanted; similarity--) {
      found += Atomics.load(this.#foundByAll, similarity)
      if (found >= this.#limit) return similarity
    }
    return this.#wanted
  }

  offer(match: Ranked): void {
    if (match.similarity < this.least || this.#excluded.has(match.id)) return
    const after = this.#found.findIndex((known) => byRank(match, known) < 0)
    this.#found.splice(after < 0 ? this.#found.length : after, 0, match)
    if (this.#found.length > this.#limit) this.#found.pop()
    Atomics.add(this.#foundByAll, match.similarity, 1)
    Atomics.add(this.#foundByAll, OFFERS, 1)
  }
}
