import { availableParallelism } from 'node:os'
import { Arena } from './arena.ts'
import type { Compared, Comparison } from './compare-texts.ts'
import { IndexClosedError } from './errors.ts'
import { LONG, workOfComparing } from './expected-work.ts'
import type { IndexState } from './growing-index.ts'
import type { Ask } from './messages.ts'
import { type Lanes, PublishedIndex } from './published-index.ts'
import { SearchPool } from './search-pool.ts'
import type { Changes, Match, SearchOptions, Segment } from './segment.ts'
import { slicesOf, toBatch } from './slices.ts'
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
  /** One after the other, in the order of the calls. When it rejects, the index is closed. */
  apply(changes: Changes): Promise<void>
  /** The best segments: by similarity, usage, time, id, each from high to low. Exactly what comparing with all gives. */
  search(query: string, options: SearchOptions): Promise<Match[]>
  /** Gives the memory back. What waits or runs rejects with `IndexClosedError`; calling it again does nothing. */
  close(): void
}

interface Options {
  /** Searches at the same time, if none is shared by several; as many short ones as long ones. */
  threads?: number
  /** A search of so many segments is shared by several threads; one of fewer takes less time than to ask for it twice. */
  sharedFrom?: number
  /** Short searches that may wait for a thread, and as many long ones, over all indexes; and those of one owner. */
  queueLimit?: number
  ownerQueueLimit?: number
  /** After this long without a search a thread ends. */
  idleMs?: number
  /** The most that all indexes together may take. A load that does not fit rejects with `ArenaFullError`. */
  mostBytes?: number
}

/** A search is shared by as many threads as there are cores, up to this many. */
const MOST_SHARES = 4
/** More than cores: a search of many texts must not be all that is answered. */
const MORE_THREADS = 2
/** Searches that may wait, of all owners and of one. Long ones have some of the texts at hand that they compare. */
const SHORT_QUEUE = { queueLimit: 1_000, ownerQueueLimit: 250 }
const LONG_QUEUE = { queueLimit: 256, ownerQueueLimit: 32 }

/**
 * All indexes of the process. Threads start with the first use, end when they are not needed, and do not keep the
 * process alive. All loads and changes happen on one thread of their own, searches on others.
 */
export class TextIndexes {
  readonly #options: Options
  readonly #open = new Map<number, PublishedIndex>()
  #shared: { arena: Arena; lanes: Lanes } | undefined
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
    const { arena, lanes } = this.#threads
    const builder = this.#builder ?? this.#startBuilder(arena)
    const number = ++this.#numbers
    const index = new PublishedIndex(arena, lanes, () => this.#drop(number, builder))
    this.#open.set(number, index)
    try {
      for await (const batch of batches) {
        for (const slice of slicesOf(batch)) {
          signal?.throwIfAborted()
          await builder.call({ to: 'gather', index: number, batch: toBatch(slice) })
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

  /** The texts that are alike, without an index: each is compared. */
  async compare(
    comparison: Comparison,
    { owner, signal }: Pick<SearchOptions, 'owner' | 'signal'>,
  ): Promise<Compared[]> {
    const isLong = workOfComparing(comparison.text, comparison.texts) > LONG
    return (await this.#ask<Compared[]>({ to: 'compare', ...comparison }, isLong, owner, signal)) ?? []
  }

  /** A text in the form in which texts are compared, for texts of which that may take long. */
  async comparable(text: string, { owner, signal }: Pick<SearchOptions, 'owner' | 'signal'>): Promise<string> {
    return (await this.#ask<string>({ to: 'fold', text }, true, owner, signal)) ?? ''
  }

  async #ask<T>(ask: Ask, isLong: boolean, owner = 0, signal?: AbortSignal): Promise<T | undefined> {
    if (this.#isClosed) throw new IndexClosedError('The indexes are closed')
    const { long, short } = this.#threads.lanes
    const { answers } = (isLong ? long : short).run<T>({ owner, asks: () => [ask] }, signal)
    return (await answers)[0]
  }

  #handle(index: PublishedIndex, number: number, builder: Thread): TextIndex {
    const apply = async ({ deletes = [], upserts = [] }: Changes) => {
      index.assertOpen()
      if (deletes.length === 0 && upserts.length === 0) return
      const slices = slicesOf(upserts)
      if (slices.length === 0) slices.push([])
      try {
        for (const [at, slice] of slices.entries()) {
          const changes = { deletes: Float64Array.from(at === 0 ? deletes : []), upserts: toBatch(slice) }
          this.#publish(number, await builder.call<IndexState>({ to: 'apply', index: number, ...changes }), builder)
        }
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
    await Promise.all([this.#shared?.lanes.short.close(), this.#shared?.lanes.long.close()])
    await this.#builder?.end()
  }

  /** What the arena holds for all indexes, the threads' own tables included. */
  get bytes(): number {
    return this.#shared?.arena.usedBytes ?? 0
  }

  /** Searches that are under way, and those that wait. */
  get searches(): { running: number; waiting: number } {
    const { short, long } = this.#shared?.lanes ?? {}
    return {
      running: (short?.running ?? 0) + (long?.running ?? 0),
      waiting: (short?.waiting ?? 0) + (long?.waiting ?? 0),
    }
  }

  /** Not before they are needed: a process that searches no texts reserves nothing for them. */
  get #threads(): { arena: Arena; lanes: Lanes } {
    this.#shared ??= this.#share()
    return this.#shared
  }

  #share() {
    const shares = Math.min(MOST_SHARES, availableParallelism())
    const { sharedFrom = 50_000, idleMs = 30_000, mostBytes, ...given } = this.#options
    const arena = new Arena(mostBytes)
    const short = { threads: shares + MORE_THREADS, ...SHORT_QUEUE, ...given, isPatient: false, idleMs }
    const long = { threads: shares, ...LONG_QUEUE, ...given, isPatient: true, idleMs }
    const lanes = {
      short: new SearchPool(arena, { ...short, ownerRuns: Math.max(1, short.threads - 1) }),
      long: new SearchPool(arena, { ...long, ownerRuns: Math.max(1, long.threads >> 1) }),
      shares,
      sharedFrom,
    }
    return { arena, lanes }
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
