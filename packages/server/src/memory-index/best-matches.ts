import { byRank, type Match, type Ranked, type SearchOptions } from './segment.ts'

const NO_MATCH: Ranked = { id: -Infinity, similarity: 0, usage: -Infinity, time: -Infinity }

/** The best matches so far, best first. What is asked of further ones rises when they are enough. */
export class BestMatches {
  readonly #found: Ranked[] = []
  readonly #least: number
  readonly #limit: number
  readonly #excluded: Set<number>

  constructor({ minSimilarity, maxResults, exclude }: SearchOptions) {
    this.#least = Math.max(0, Math.ceil(minSimilarity))
    this.#limit = maxResults
    this.#excluded = new Set(exclude)
  }

  get matches(): Match[] {
    return this.#found.map(({ id, similarity }) => ({ id, similarity }))
  }

  /** The match that the next one has to beat; anything beats the one there is before they are enough. */
  get worst(): Ranked {
    return this.#found[this.#limit - 1] ?? NO_MATCH
  }

  /** The lowest similarity that can still get in: one that draws level with the worst may be ahead by usage. */
  get least(): number {
    return this.#found.length < this.#limit ? this.#least : this.worst.similarity
  }

  offer(match: Ranked): void {
    if (match.similarity < this.least || this.#excluded.has(match.id)) return
    const after = this.#found.findIndex((known) => byRank(match, known) < 0)
    this.#found.splice(after < 0 ? this.#found.length : after, 0, match)
    if (this.#found.length > this.#limit) this.#found.pop()
  }
}
