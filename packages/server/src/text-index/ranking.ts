interface Scored {
  id: number
  score: number
}

/** The best candidates so far, best first. Once they are enough, `threshold` rises to the last of them. */
export class Ranking<Candidate extends Scored> {
  readonly found: Candidate[] = []
  readonly #limit: number
  readonly #least: number
  readonly #compare: (a: Candidate, b: Candidate) => number

  /** `compare` puts the better one first, and goes by the score before anything else. */
  constructor(limit: number, least: number, compare: (a: Candidate, b: Candidate) => number) {
    this.#limit = limit
    this.#least = least
    this.#compare = compare
  }

  /** The lowest score that can still change the result; one that is equal may win by something else. */
  get threshold(): number {
    return this.found[this.#limit - 1]?.score ?? this.#least
  }

  offer(candidate: Candidate): void {
    if (candidate.score < this.threshold) return
    // What changes while it is looked for may come twice.
    if (this.found.some(({ id }) => id === candidate.id)) return
    const at = this.found.findIndex((known) => this.#compare(candidate, known) < 0)
    this.found.splice(at < 0 ? this.found.length : at, 0, candidate)
    this.found.length = Math.min(this.found.length, this.#limit)
  }
}
