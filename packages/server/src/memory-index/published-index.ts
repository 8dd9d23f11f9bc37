import type { Arena } from './arena.ts'
import { IndexClosedError } from './errors.ts'
import type { IndexState } from './growing-index.ts'
import type { SearchPool } from './search-pool.ts'
import { byRank, type Match, type SearchOptions } from './segment.ts'

/** Fewer segments are searched faster by one thread than two are told about them. */
const SHARED_FROM = 50_000

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
    const of = this.#state.size < SHARED_FROM ? 1 : Math.max(1, this.#pool.freeThreads)
    const floor = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const use = this.#use(of)
    const searches = Array.from({ length: of }, (_, number) => {
      const ask = () => ({ to: 'search' as const, text, options, state: use.begin(), share: { number, of, floor } })
      return this.#pool.search({ ask, done: use.end })
    })
    const giveUp = (reason: unknown) => {
      for (const search of searches) search.giveUp(reason)
    }
    const stop = () => giveUp(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    this.#running.add(giveUp)
    try {
      const found = await Promise.all(searches.map((search) => search.found))
      const best = found.flat().sort(byRank).slice(0, options.maxResults)
      return best.map(({ id, similarity }) => ({ id, similarity }))
    } catch (error) {
      giveUp(error)
      throw error
    } finally {
      this.#running.delete(giveUp)
      signal?.removeEventListener('abort', stop)
    }
  }

  /** Holds the state as of the first of so many beginnings, until as many ends. */
  #use(times: number) {
    let state: IndexState | undefined
    let rest = times
    const count = (searches: number) => {
      for (const { at } of state?.parts ?? []) this.#count(at, searches)
    }
    return {
      begin: () => {
        if (!state) {
          state = this.#state
          count(1)
        }
        return state
      },
      end: () => {
        rest--
        if (rest === 0) count(-1)
      },
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
