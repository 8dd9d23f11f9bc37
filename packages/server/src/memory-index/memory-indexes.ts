import { Worker } from 'node:worker_threads'
import { IndexClosedError, IndexCrashedError, QueueFullError } from './errors.ts'
import type { Changes, Match, SearchOptions, Segment } from './segment.ts'

/**
 * The segments of one memory and target language, searchable. It follows nothing by itself: what is applied is found by
 * every search that starts after `apply` has resolved, and by none that started before it was called.
 */
export interface MemoryIndex {
  /** How many segments can be found. */
  readonly size: number
  /** What it holds in memory, text included. Grows and shrinks with `apply`. */
  readonly bytes: number
  /** One after the other, in the order of the calls. When it rejects, the index is closed. */
  apply(changes: Changes): Promise<void>
  /** The best segments: by similarity, usage, time, id, each from high to low. Exactly what comparing with all gives. */
  search(query: string, options: SearchOptions): Promise<Match[]>
  /** Gives the memory back. Searches that wait or run reject with `IndexClosedError`; calling it again does nothing. */
  close(): void
}

interface Options {
  /** Searches that may wait for a thread, over all indexes. */
  queueLimit?: number
}

type Answer = { call: number; result?: unknown; error?: Error }

/** All indexes of the process. Threads start with the first use and do not keep the process alive. */
export class MemoryIndexes {
  readonly #queueLimit: number
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  #worker: Worker | undefined
  #calls = 0
  #indexes = 0
  #closed = false

  constructor({ queueLimit = 1_000 }: Options = {}) {
    this.#queueLimit = queueLimit
  }

  /** Reads all batches, one at a time, and resolves when everything can be found. A faulty source closes the index. */
  async load(
    batches: AsyncIterable<readonly Segment[]>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<MemoryIndex> {
    const index = ++this.#indexes
    let { size, bytes } = await this.#call<{ size: number; bytes: number }>({ index, apply: {} })
    let closed = false
    const open = () => {
      if (closed) throw new IndexClosedError('The index is closed')
    }
    const apply = async (changes: Changes) => {
      open()
      ;({ size, bytes } = await this.#call<{ size: number; bytes: number }>({ index, apply: changes }))
    }
    for await (const upserts of batches) {
      signal?.throwIfAborted()
      await apply({ upserts })
    }
    return {
      get size() {
        return size
      },
      get bytes() {
        return bytes
      },
      apply,
      search: async (query, { signal: _, ...options }) => {
        open()
        return this.#call<Match[]>({ index, search: { query, ...options } })
      },
      close: () => {
        if (!closed) this.#worker?.postMessage({ index, call: 0 })
        closed = true
      },
    }
  }

  /** Ends the threads; everything that waits rejects with `IndexClosedError`. */
  async close(): Promise<void> {
    this.#closed = true
    this.#fail(new IndexClosedError('The indexes are closed'))
    await this.#worker?.terminate()
  }

  #call<T>(message: object): Promise<T> {
    if (this.#closed) return Promise.reject(new IndexClosedError('The indexes are closed'))
    if (this.#waiting.size >= this.#queueLimit) return Promise.reject(new QueueFullError('Too many searches wait'))
    const call = ++this.#calls
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      const thread = this.#thread()
      thread.ref()
      thread.postMessage({ ...message, call })
    })
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url))
    worker.on('message', ({ call, result, error }: Answer) => {
      const waiting = this.#waiting.get(call)
      this.#waiting.delete(call)
      if (error) waiting?.reject(error)
      else waiting?.resolve(result as never)
      if (this.#waiting.size === 0) worker.unref()
    })
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      this.#fail(new IndexCrashedError('The search thread ended'))
    })
    this.#worker = worker
    return worker
  }

  #fail(error: Error): void {
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of all) reject(error)
  }
}
