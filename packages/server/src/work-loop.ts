import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Works again and again until it is closed. The work itself says how to wait before the next time. What wakes the loop while
 * it works is not slept through: `woken` then returns at once.
 */
export class WorkLoop {
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>
  #wake = Promise.withResolvers<void>()

  /** `work` begins at once, and gets the loop to wait with. */
  constructor(work: (loop: WorkLoop) => Promise<void>) {
    this.#ended = this.#run(work)
  }

  /** Aborts when the loop is closed: work under way comes to its end, and none follows. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  wake(): void {
    this.#wake.resolve()
  }

  /** Until somebody wakes the loop, or so long. */
  async woken(withinMs: number): Promise<void> {
    const timer = setTimeout(this.#wake.resolve, withinMs).unref()
    await this.#wake.promise
    clearTimeout(timer)
  }

  /** So long, whoever calls: what comes meanwhile is worked on together. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal, ref: false }).catch(() => {})
  }

  async close(): Promise<void> {
    this.#stop.abort()
    this.wake()
    await this.#ended
  }

  async #run(work: (loop: WorkLoop) => Promise<void>): Promise<void> {
    while (!this.signal.aborted) {
      this.#wake = Promise.withResolvers<void>()
      await work(this)
    }
  }
}
