import type { Arena } from './arena.ts'
import { IndexClosedError } from './errors.ts'
import type { IndexState } from './growing-index.ts'
import type { SearchPool } from './search-pool.ts'
import type { Match, SearchOptions } from './segment.ts'

interface Use {
  searches: number
  bytes: number
  /** No longer part of the index: freed after the last search that looks at it. */
  isRetired: boolean
}

/** The newest state of an index, and which stretches of memory searches still look at. */
export class PublishedIndex {
  readonly #arena: Arena
  readonly #pool: SearchPool
  readonly #onClose: () => Promise<void>
  readonly #uses = new Map<number, Use>()
  readonly #running = new Set<(reason: unknown) => void>()
  #state: IndexState = { parts: [], version: 0, size: 0 }
  #isClosed = false

  constructor(arena: Arena, pool: SearchPool, onClose: () => Promise<void>) {
    this.#arena = arena
    this.#pool = pool
    this.#onClose = onClose
  }

  get size(): number {
    return this.#state.size
  }

  get bytes(): number {
    return this.#uses.values().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  assertOpen(): void {
    if (this.#isClosed) throw new IndexClosedError('The index is closed')
  }

  publish(state: IndexState): void {
    const kept = new Set(state.parts.map(({ at }) => at))
    for (const { at, bytes } of state.parts) {
      if (!this.#uses.has(at)) this.#uses.set(at, { searches: 0, bytes, isRetired: false })
    }
    this.#state = state
    for (const [at, use] of this.#uses) if (!kept.has(at)) this.#retire(at, use)
  }

  async search(text: string, { signal, ...options }: SearchOptions): Promise<Match[]> {
    this.assertOpen()
    signal?.throwIfAborted()
    let used: number[] = []
    const ask = () => {
      used = this.#state.parts.map(({ at }) => at)
      for (const at of used) this.#count(at, 1)
      return { to: 'search' as const, text, options, state: this.#state }
    }
    const done = () => {
      for (const at of used) this.#count(at, -1)
    }
    const { found, giveUp } = this.#pool.search({ ask, done })
    const stop = () => giveUp(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    this.#running.add(giveUp)
    try {
      return await found
    } finally {
      this.#running.delete(giveUp)
      signal?.removeEventListener('abort', stop)
    }
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const giveUp of this.#running) giveUp(new IndexClosedError('The index is closed'))
    void this.#onClose()
  }

  /** When nothing is written any more. */
  retireAll(): void {
    for (const [at, use] of this.#uses) this.#retire(at, use)
  }

  #retire(at: number, use: Use): void {
    use.isRetired = true
    this.#count(at, 0)
  }

  #count(at: number, searches: number): void {
    const use = this.#uses.get(at)
    if (!use) return
    use.searches += searches
    if (!use.isRetired || use.searches > 0) return
    this.#uses.delete(at)
    this.#arena.free(at)
  }
}
