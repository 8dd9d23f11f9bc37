import { byRank, type Ranked, type SearchOptions } from './segment.ts'

const NO_MATCH: Ranked = { id: -Infinity, similarity: 0, usage: -Infinity, time: -Infinity }

/**
 * The best matches so far, best first. What is asked of further ones rises when they are enough, here or with another
 * thread that searches for the same: `floor` is shared with it.
 */
export class BestMatches {
  readonly #found: Ranked[] = []
  readonly #limit: number
  readonly #excluded: Set<number>
  readonly #floor: Int32Array

  constructor({ minSimilarity, maxResults, exclude }: SearchOptions, floor: Int32Array) {
    this.#limit = maxResults
    this.#excluded = new Set(exclude)
    this.#floor = floor
    this.#raise(Math.ceil(minSimilarity))
  }

  get matches(): Ranked[] {
    return this.#found
  }

  /** The match that one of the least similarity has to beat; where there is none yet, anything beats what is returned. */
  get worst(): Ranked {
    const last = this.#found[this.#limit - 1]
    return last && last.similarity >= this.least ? last : NO_MATCH
  }

  /** The lowest similarity that can still get in: one that draws level with the worst may be ahead by usage. */
  get least(): number {
    return Atomics.load(this.#floor, 0)
  }

  offer(match: Ranked): void {
    if (match.similarity < this.least || this.#excluded.has(match.id)) return
    const after = this.#found.findIndex((known) => byRank(match, known) < 0)
    this.#found.splice(after < 0 ? this.#found.length : after, 0, match)
    if (this.#found.length > this.#limit) this.#found.pop()
    if (this.#found.length === this.#limit) this.#raise((this.#found[this.#limit - 1] as Ranked).similarity)
  }

  #raise(similarity: number): void {
    let known = Atomics.load(this.#floor, 0)
    while (known < similarity) known = Atomics.compareExchange(this.#floor, 0, known, similarity)
  }
}
