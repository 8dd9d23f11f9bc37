/** At most `size` at a time for each key; the others wait their turn, first come, first served. */
export class WaitingLine<Key> {
  readonly #size: number
  readonly #taken = new Map<Key, { running: number; waiting: (() => void)[] }>()

  constructor(size: number) {
    this.#size = size
  }

  async take<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const turn = this.#taken.get(key) ?? { running: 0, waiting: [] }
    this.#taken.set(key, turn)
    if (turn.running < this.#size) turn.running++
    else await new Promise<void>((resolve) => turn.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = turn.waiting.shift()
      if (next) next()
      else if (--turn.running === 0) this.#taken.delete(key)
    }
  }
}
