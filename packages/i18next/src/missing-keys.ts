export interface MissingKey {
  namespace: string | null
  key: string
  value: string
}

const GATHER_MS = 2_000
const MINUTE_MS = 60_000
const MOST_A_MINUTE = 500
/** Of those that wait. An application that makes up keys as it goes has more of them than anybody wants. */
const MOST_WAITING = 10_000

/** Keys that have no text: each told once, several at a time, few enough for a service that others use, too. */
export class MissingKeys {
  readonly #send: (items: readonly MissingKey[]) => Promise<boolean>
  readonly #known = new Set<string>()
  #waiting: MissingKey[] = []
  #sent: { at: number; count: number }[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  /** `send` answers whether they were taken; otherwise they are sent again. */
  constructor(send: (items: readonly MissingKey[]) => Promise<boolean>) {
    this.#send = send
  }

  add(item: MissingKey): void {
    const name = JSON.stringify([item.namespace, item.key])
    if (this.#known.has(name) || this.#waiting.length >= MOST_WAITING) return
    this.#known.add(name)
    this.#waiting.push(item)
    this.#plan(GATHER_MS)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #plan(inMs: number): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#flush(), inMs)
  }

  async #flush(): Promise<void> {
    const now = Date.now()
    this.#sent = this.#sent.filter(({ at }) => now - at < MINUTE_MS)
    const free = this.#sent.reduce((left, { count }) => left - count, MOST_A_MINUTE)
    const items = this.#waiting.splice(0, free)
    if (items.length > 0) {
      this.#sent.push({ at: now, count: items.length })
      if (!(await this.#send(items))) this.#waiting.unshift(...items)
    }
    this.#timer = undefined
    const [oldest] = this.#sent
    const isFull = free === items.length && oldest !== undefined
    if (this.#waiting.length > 0)
      this.#plan(isFull ? Math.max(GATHER_MS, oldest.at + MINUTE_MS - Date.now()) : GATHER_MS)
  }
}
