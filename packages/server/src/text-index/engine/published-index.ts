import type { Arena } from './arena.ts'
import { nothingFound } from './best-matches.ts'
import { IndexClosedError } from './errors.ts'
import { expectedWork, LONG, LONG_AT_ONCE } from './expected-work.ts'
import type { IndexState } from './growing-index.ts'
import { RUN } from './layout.ts'
import type { Ask } from './messages.ts'
import type { Share } from './search.ts'
import type { SearchPool, Work } from './search-pool.ts'
import { byRank, type Match, type Ranked, type SearchOptions } from './segment.ts'

/** Where searches run. */
export interface Lanes {
  short: SearchPool
  /** For those that take long: they must not keep the others waiting. */
  long: SearchPool
  /** A short search of so many segments is shared by several threads, by so many at most. */
  sharedFrom: number
  shares: number
}

interface Use {
  searches: number
  bytes: number
  /** No longer part of the index: freed after the last search that looks at it. */
  isRetired: boolean
}

/** The newest state of an index, and which stretches of memory searches still look at. */
export class PublishedIndex {
  readonly #arena: Arena
  readonly #lanes: Lanes
  readonly #onClose: () => Promise<void>
  readonly #uses = new Map<number, Use>()
  readonly #running = new Set<(reason: unknown) => void>()
  #state: IndexState = { parts: [], version: 0, size: 0 }
  #isClosed = false

  constructor(arena: Arena, lanes: Lanes, onClose: () => Promise<void>) {
    this.#arena = arena
    this.#lanes = lanes
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

  async search(text: string, options: SearchOptions): Promise<Match[]> {
    this.assertOpen()
    options.signal?.throwIfAborted()
    const work = expectedWork(this.#arena.memory, this.#state, text, options.minSimilarity)
    const found = await (work > LONG ? this.#searchLong(text, options, work) : this.#searchShort(text, options))
    return found
      .toSorted(byRank)
      .slice(0, options.maxResults)
      .map(({ id, similarity }) => ({ id, similarity }))
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

  #searchShort(text: string, options: SearchOptions): Promise<Ranked[]> {
    const { short, shares, sharedFrom } = this.#lanes
    let release = () => {}
    const asks = (threads: number) => {
      const state = this.#state
      release = this.#hold(state)
      const found = nothingFound()
      const of = state.size < sharedFrom ? 1 : Math.min(shares, threads)
      return Array.from({ length: of }, (_, number) => askFor(text, options, state, { number, of, found }))
    }
    return this.#run(short, { owner: options.owner ?? 0, asks, done: () => release() }, options.signal)
  }

  /** In shares one after the other: between them it is the turn of others. What was found so far counts for the next. */
  async #searchLong(text: string, options: SearchOptions, work: number): Promise<Ranked[]> {
    const { owner = 0, signal } = options
    const state = this.#state
    const release = this.#hold(state)
    const found = nothingFound()
    const runs = Math.max(...state.parts.map(({ count }) => Math.ceil(count / RUN)))
    const of = Math.max(1, Math.min(runs, Math.ceil(work / LONG_AT_ONCE)))
    const ranked: Ranked[] = []
    try {
      for (let number = 0; number < of; number++) {
        this.assertOpen()
        signal?.throwIfAborted()
        const asks = () => [askFor(text, options, state, { number, of, found })]
        // A thread that was told to stop looks at the memory a little longer.
        const done = this.#hold(state)
        ranked.push(...(await this.#run(this.#lanes.long, { owner, asks, done }, signal)))
      }
    } finally {
      release()
    }
    return ranked
  }

  async #run(pool: SearchPool, work: Work, signal: AbortSignal | undefined): Promise<Ranked[]> {
    const { answers, giveUp } = pool.run<Ranked[]>(work, signal)
    this.#running.add(giveUp)
    try {
      return (await answers).flatMap((ranked) => ranked ?? [])
    } finally {
      this.#running.delete(giveUp)
    }
  }

  /** Keeps what a search looks at until it is released. */
  #hold({ parts }: IndexState): () => void {
    const held = parts.map(({ at }) => at)
    for (const at of held) this.#count(at, 1)
    return () => {
      for (const at of held.splice(0)) this.#count(at, -1)
    }
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

const askFor = (
  text: string,
  { minSimilarity, maxResults, exclude = [] }: SearchOptions,
  state: IndexState,
  share: Share,
): Ask => ({ to: 'search', text, options: { minSimilarity, maxResults, exclude }, state, share })
