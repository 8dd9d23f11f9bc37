interface Limits {
  /** How much may wait, of all owners and of one. */
  all: number
  ofOne: number
  /** How much of one owner may be under way. */
  running: number
}

/**
 * What waits for its turn, and whose turn it is: owners take turns, however much each has waiting, and none takes all
 * turns at once.
 */
export class FairQueue<Work extends { owner: number }> {
  readonly #limits: Limits
  /** Whoever had a turn last stands last. */
  readonly #waiting = new Map<number, Work[]>()
  readonly #running = new Map<number, number>()
  #size = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** Whether work of this owner would have to wait although there is no room for it. */
  isFull(owner: number): boolean {
    const waiting = this.#waiting.get(owner)?.length ?? 0
    return this.#size >= this.#limits.all || waiting >= this.#limits.ofOne
  }

  /** Whether work of this owner could begin at once. */
  isFree(owner: number): boolean {
    return !this.#waiting.has(owner) && this.#mayRun(owner)
  }

  push(work: Work): void {
    const waiting = this.#waiting.get(work.owner)
    if (waiting) waiting.push(work)
    else this.#waiting.set(work.owner, [work])
    this.#size++
  }

  /** Takes what is next; it is under way until `ended`. */
  next(): Work | undefined {
    for (const [owner, [work]] of this.#waiting) {
      if (!work || !this.#mayRun(owner)) continue
      this.remove(work)
      this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1)
      const left = this.#waiting.get(owner)
      if (left) {
        this.#waiting.delete(owner)
        this.#waiting.set(owner, left)
      }
      return work
    }
    return undefined
  }

  ended({ owner }: Work): void {
    const left = (this.#running.get(owner) ?? 1) - 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
  }

  /** False when it does not wait any more. */
  remove(work: Work): boolean {
    const waiting = this.#waiting.get(work.owner) ?? []
    const at = waiting.indexOf(work)
    if (at < 0) return false
    waiting.splice(at, 1)
    if (waiting.length === 0) this.#waiting.delete(work.owner)
    this.#size--
    return true
  }

  clear(): Work[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.#size = 0
    return all
  }

  #mayRun(owner: number): boolean {
    return (this.#running.get(owner) ?? 0) < this.#limits.running
  }
}
