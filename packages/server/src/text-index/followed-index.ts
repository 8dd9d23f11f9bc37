import type { Handle } from '../db/pool.ts'
import type { Match, SearchOptions, TextIndex, TextIndexes } from './engine/index.ts'
import type { TextSource } from './text-source.ts'

/** The texts take more memory than there is for them. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

export interface Found {
  matches: Match[]
  /**
   * For matches that are gone from the database, read after the search. What the index has taken in since may be newer
   * than that reading, which then counts for nothing: the next search finds the text, and looks again.
   */
  forget(ids: readonly number[]): Promise<void>
}

/**
 * An index that knows up to which position it has followed the database. A source need not tell deletions: whoever finds
 * a text that is gone says so.
 */
export class FollowedIndex {
  readonly source: TextSource
  readonly #db: Handle
  #index: TextIndex | undefined
  #position: number | undefined
  /** How many were handed to the index after it was loaded. */
  #batches = 0
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  private constructor(db: Handle, source: TextSource) {
    this.#db = db
    this.source = source
  }

  static async load(
    db: Handle,
    indexes: TextIndexes,
    source: TextSource,
    { signal, mostBytes }: { signal: AbortSignal; mostBytes: number },
  ) {
    const followed = new FollowedIndex(db, source)
    followed.#index = await indexes.load(followed.#readAll(mostBytes), { signal })
    return followed
  }

  get bytes(): number {
    return this.#index?.bytes ?? 0
  }

  /** The best texts, as of the last `follow` at least. */
  async search(text: string, options: SearchOptions): Promise<Found> {
    const matches = await this.#opened.search(text, options)
    const batches = this.#batches
    const forget = async (ids: readonly number[]) => {
      if (this.#batches === batches) await this.#opened.apply({ deletes: ids })
    }
    return { matches, forget }
  }

  close(): void {
    this.#index?.close()
  }

  get #opened(): TextIndex {
    if (!this.#index) throw new Error('The index is not loaded')
    return this.#index
  }

  /** As far as there is room for the texts alone: what does not fit is not read to its end to learn it. */
  async *#readAll(mostBytes: number) {
    let bytes = 0
    for await (const { upserts = [], position } of this.source.read(this.#db, undefined)) {
      bytes += upserts.reduce((sum, { text }) => sum + 2 * text.length, 0)
      if (bytes > mostBytes) throw new TooLargeError(`${bytes} bytes of text`)
      yield upserts
      this.#position = position
    }
  }

  /**
   * Takes in what was committed before the call, or up to the newest position that the caller knows of. Read one after the
   * other, so that an older state never comes after a newer one; those who wait share the next.
   */
  async follow(newest: number | null = Number.MAX_SAFE_INTEGER): Promise<void> {
    if (newest === null || (this.#position !== undefined && newest <= this.#position)) return
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      const caughtUp = this.#catchUp()
      this.#running = caughtUp.catch(() => {})
      return caughtUp
    })
    await this.#next
  }

  async #catchUp(): Promise<void> {
    for await (const { position, ...changes } of this.source.read(this.#db, this.#position)) {
      this.#batches++
      await this.#opened.apply(changes)
      this.#position = position
    }
  }
}
