import { availableParallelism } from 'node:os'
import { Arena } from './arena.ts'
import { IndexClosedError } from './errors.ts'
import type { Batch, IndexState } from './growing-index.ts'
import { PublishedIndex } from './published-index.ts'
import { SearchPool } from './search-pool.ts'
import type { Changes, Match, SearchOptions, Segment } from './segment.ts'
import { Thread } from './thread.ts'

/**
 * Segments, searchable: those of one memory in one language, say. It follows nothing by itself: what is applied is found by
 * every search that is called after `apply` has resolved.
 */
export interface TextIndex {
  /** How many segments can be found. */
  readonly size: number
  /** What it holds in memory, text included. Changes with `apply`, and some time after it. */
  readonly bytes: number
  /**
   * One after the other, in the order of the calls. When it rejects, the index is closed. Sending 10,000 segments to the
   * thread holds the event loop for some milliseconds: give more in several calls.
   */
  apply(changes: Changes): Promise<void>
  /** The best segments: by similarity, usage, time, id, each from high to low. Exactly what comparing with all gives. */
  search(query: string, options: SearchOptions): Promise<Match[]>
  /** Gives the memory back. What waits or runs rejects with `IndexClosedError`; calling it again does nothing. */
  close(): void
}

interface Options {
  /** Searches at the same time, if none is shared by several. */
  threads?: number
  /** A search of so many segments is shared by several threads; one of fewer takes less time than to ask for it twice. */
  sharedFrom?: number
  /** Searches that may wait for a thread, over all indexes. */
  queueLimit?: number
  /** After this long without a search a thread ends. */
  idleMs?: number
  /** The most that all indexes together may take. A load that does not fit rejects with `ArenaFullError`. */
  mostBytes?: number
}

/** A batch is sent to the thread in slices of this many segments, a few milliseconds of the event loop each. */
const SLICE = 2_000

/** A search is shared by as many threads as there are cores, up to this many. */
const MOST_SHARES = 4
/** More than cores: a search over very long texts must not be all that is answered. */
const MORE_THREADS = 2

/**
 * All indexes of the process. Threads start with the first use, end when they are not needed, and do not keep the
 * process alive. All loads and changes happen on one thread of their own, searches on others.
 */
export class TextIndexes {
  readonly #options: Options
  readonly #open = new Map<number, PublishedIndex>()
  #shared: { arena: Arena; pool: SearchPool } | undefined
  #builder: Thread | undefined
  #numbers = 0
  #isClosed = false

  constructor(options: Options = {}) {
    this.#options = options
  }

  /** Reads all batches, one at a time, and resolves when everything can be found. */
  async load(
    batches: AsyncIterable<readonly Segment[]>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<TextIndex> {
    if (this.#isClosed) throw new IndexClosedError('The indexes are closed')
    this.#shared ??= this.#share()
    const { arena, pool } = this.#shared
    const builder = this.#builder ?? this.#startBuilder(arena)
    const number = ++this.#numbers
    const index = new PublishedIndex(arena, pool, () => this.#drop(number, builder))
    this.#open.set(number, index)
    try {
      for await (const batch of batches) {
        for (let at = 0; at < batch.length; at += SLICE) {
          signal?.throwIfAborted()
          await builder.call({ to: 'gather', index: number, batch: toBatch(batch.slice(at, at + SLICE)) })
        }
      }
      signal?.throwIfAborted()
      this.#publish(number, await builder.call<IndexState>({ to: 'finish', index: number }), builder)
    } catch (error) {
      index.close()
      throw error
    }
    return this.#handle(index, number, builder)
  }

  #handle(index: PublishedIndex, number: number, builder: Thread): TextIndex {
    const apply = async ({ deletes = [], upserts = [] }: Changes) => {
      index.assertOpen()
      if (deletes.length === 0 && upserts.length === 0) return
      try {
        const changes = { deletes: Float64Array.from(deletes), upserts: toBatch(upserts) }
        this.#publish(number, await builder.call<IndexState>({ to: 'apply', index: number, ...changes }), builder)
      } catch (error) {
        index.close()
        throw error
      }
      index.assertOpen()
    }
    return {
      get size() {
        return index.size
      },
      get bytes() {
        return index.bytes
      },
      apply,
      search: (query: string, options: SearchOptions): Promise<Match[]> => index.search(query, options),
      close: () => index.close(),
    }
  }

  /** Ends the threads; everything that waits rejects with `IndexClosedError`. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const index of this.#open.values()) index.close()
    await this.#shared?.pool.close()
    await this.#builder?.end()
  }

  /** What the arena holds for all indexes, the threads' own tables included. */
  get bytes(): number {
    return this.#shared?.arena.usedBytes ?? 0
  }

  /** Not before it is needed: a process that searches no texts reserves nothing for them. */
  #share() {
    const shares = Math.min(MOST_SHARES, availableParallelism())
    const {
      threads = shares + MORE_THREADS,
      sharedFrom = 50_000,
      queueLimit = 1_000,
      idleMs = 30_000,
      mostBytes,
    } = this.#options
    const arena = new Arena(mostBytes)
    return { arena, pool: new SearchPool(arena, { threads, shares, sharedFrom, queueLimit, idleMs }) }
  }

  #startBuilder(arena: Arena): Thread {
    const builder: Thread = new Thread('build-thread.ts', arena, {
      onState: (number, state) => this.#publish(number, state, builder),
      onEnd: () => {
        if (this.#builder === builder) this.#builder = undefined
        // Where their segments lie, only that thread knew.
        for (const index of this.#open.values()) index.close()
      },
    })
    this.#builder = builder
    return builder
  }

  #publish(number: number, state: IndexState, builder: Thread): void {
    for (const { at } of state.parts) builder.disown(at)
    this.#open.get(number)?.publish(state)
  }

  /** The thread may still be at work on the index; its memory is free when it says so. */
  async #drop(number: number, builder: Thread): Promise<void> {
    const index = this.#open.get(number)
    if (this.#builder === builder && !this.#isClosed) {
      const last = await builder.call<IndexState>({ to: 'drop', index: number }).catch(() => undefined)
      if (last) this.#publish(number, last, builder)
    }
    this.#open.delete(number)
    index?.retireAll()
    if (this.#open.size > 0 || this.#builder !== builder || this.#isClosed) return
    this.#builder = undefined
    await builder.end()
  }
}

function toBatch(segments: readonly Segment[]): Batch {
  return {
    ids: Float64Array.from(segments, ({ id }) => id),
    usages: Float64Array.from(segments, ({ usage = 0 }) => usage),
    times: Float64Array.from(segments, ({ time = 0 }) => time),
    texts: segments.map(({ text }) => text),
  }
}
