import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Match, MemoryIndex, MemoryIndexes, SearchOptions, Segment } from '../../memory-index/index.ts'

/** Entries are read this many at a time: about 10 ms of the event loop. */
const PAGE = 2_000

/** The entries of one memory in one language. */
export interface Place {
  memoryId: number
  localeId: number
}

interface Row extends Segment {
  usage: number
  version: number
}

const readPage = (db: Handle, { memoryId, localeId }: Place, version: number) =>
  db.rows<Row>(sql`
    select id, version, source_text as text, usage_count as usage,
           (extract(epoch from created_at) * 1000)::float8 as time
    from memory_entries
    where memory_id = ${memoryId} and locale_id = ${localeId} and version > ${version}
    order by version limit ${PAGE}`)

/**
 * An index that knows up to which version it has followed the table. Deletions leave no version behind: whoever finds an
 * entry that is gone says so.
 */
export class FollowedIndex {
  readonly place: Place
  readonly #db: Handle
  #index: MemoryIndex | undefined
  #version = 0
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  private constructor(db: Handle, place: Place) {
    this.#db = db
    this.place = place
  }

  static async load(db: Handle, indexes: MemoryIndexes, place: Place, signal: AbortSignal): Promise<FollowedIndex> {
    const followed = new FollowedIndex(db, place)
    followed.#index = await indexes.load(followed.#read(), { signal })
    return followed
  }

  get bytes(): number {
    return this.#index?.bytes ?? 0
  }

  /** The best entries as of the moment of the call. */
  async search(text: string, options: SearchOptions): Promise<Match[]> {
    await this.#follow()
    return this.#opened.search(text, options)
  }

  async forget(ids: readonly number[]): Promise<void> {
    await this.#opened.apply({ deletes: ids })
  }

  close(): void {
    this.#index?.close()
  }

  get #opened(): MemoryIndex {
    if (!this.#index) throw new Error('The index is not loaded')
    return this.#index
  }

  /** Read one after the other, so that an older state never comes after a newer one; those who wait share the next. */
  #follow(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      const caughtUp = this.#catchUp()
      this.#running = caughtUp.catch(() => {})
      return caughtUp
    })
    return this.#next
  }

  async #catchUp(): Promise<void> {
    for await (const upserts of this.#read()) await this.#opened.apply({ upserts })
  }

  /** The next page is on its way while one is taken in. */
  async *#read(): AsyncGenerator<Row[]> {
    let coming = readPage(this.#db, this.place, this.#version)
    for (;;) {
      const page = await coming
      const last = page.at(-1)
      if (!last) return
      const isEnd = page.length < PAGE
      if (!isEnd) {
        coming = readPage(this.#db, this.place, last.version)
        // Awaited in the next turn; until then its failure must not count as one that nobody handles.
        coming.catch(() => {})
      }
      yield page
      this.#version = last.version
      if (isEnd) return
    }
  }
}
