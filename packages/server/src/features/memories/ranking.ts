/** What the order of matches depends on, for one entry of one memory. */
export interface Candidate {
  id: number
  memoryId: number
  /** Before the penalty: 101 perfect, 100 exact, less is fuzzy. */
  similarity: number
  /** After the penalty. */
  score: number
  priority: number
  usageCount: number
  createdAt: Date
}

/** Best first: by score, then by the priority of the memory, then by use, then the newest. */
const compare = (a: Candidate, b: Candidate) =>
  b.score - a.score ||
  b.priority - a.priority ||
  b.usageCount - a.usageCount ||
  b.createdAt.getTime() - a.createdAt.getTime() ||
  b.id - a.id

/** The best matches so far. Once they are enough, `threshold` rises to the last of them. */
export class Ranking {
  readonly found: Candidate[] = []
  readonly #limit: number
  readonly #least: number

  constructor(limit: number, least: number) {
    this.#limit = limit
    this.#least = least
  }

  /** The lowest score that can still change the result; one that is equal may win by its use or its age. */
  get threshold(): number {
    return this.found[this.#limit - 1]?.score ?? this.#least
  }

  offer(candidate: Candidate): void {
    if (candidate.score < this.threshold) return
    // An entry that is used while it is looked for may come twice.
    if (this.found.some(({ id, memoryId }) => id === candidate.id && memoryId === candidate.memoryId)) return
    const at = this.found.findIndex((known) => compare(candidate, known) < 0)
    this.found.splice(at < 0 ? this.found.length : at, 0, candidate)
    this.found.length = Math.min(this.found.length, this.#limit)
  }
}
