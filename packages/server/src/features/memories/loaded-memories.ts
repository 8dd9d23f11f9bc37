import { isUnavailable } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { type Match, MemoryIndexes, type SearchOptions } from '../../memory-index/index.ts'
import type { Services } from '../../services.ts'
import { FollowedIndex, type Place } from './followed-index.ts'

/** Up to here reading the entries is quicker than keeping an index of them. */
const SMALL = 1_000
/** What an index takes for each segment, its text included, as far as one can tell beforehand. */
const BYTES_EACH = 400
/** After a failed load the table itself is read for this long. */
const PAUSE_MS = 60_000

/** Loading, loaded, or (undefined) not to be loaded for some time. The last one used is the last one in the map. */
interface Slot {
  index: Promise<FollowedIndex | undefined>
  loaded: FollowedIndex | undefined
  /** What it will take, as long as it is not loaded. */
  expectedBytes: number
  failedAt: number | undefined
}

const bytesOf = ({ loaded, expectedBytes }: Slot) => loaded?.bytes ?? expectedBytes

/**
 * The memories that this process keeps in indexes: each language of a memory from its first search on, as long as there
 * is room. What is used least recently makes room for others. PostgreSQL stays the truth: every search first takes in
 * what was committed before it.
 */
export class LoadedMemories {
  readonly #services: Services
  readonly #indexes: MemoryIndexes
  readonly #slots = new Map<string, Slot>()
  readonly #stop = new AbortController()

  constructor(services: Services) {
    this.#services = services
    this.#indexes = new MemoryIndexes()
  }

  /** Undefined: there is no index of it, and the table has to be read. */
  async search(place: Place, text: string, options: SearchOptions): Promise<Match[] | undefined> {
    const index = await this.#find(place)
    return index && this.#attempt(index, () => index.search(text, options))
  }

  /** For entries that were found and are gone. */
  async forget(place: Place, ids: readonly number[]): Promise<void> {
    const index = await this.#slots.get(keyOf(place))?.index
    if (index) await this.#attempt(index, () => index.forget(ids))
  }

  /** What all of them take, or will when they are loaded. */
  get bytes(): number {
    return this.#slots.values().reduce((sum, slot) => sum + bytesOf(slot), 0)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    this.#slots.clear()
    await this.#indexes.close()
  }

  async #attempt<T>(index: FollowedIndex, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      // The index is sound, but what was committed before the search cannot be read.
      if (isUnavailable(error)) throw error
      // Closed to make room, a thread that ended, or more searches than can wait.
      this.#services.log.warn({ err: error, ...index.place }, 'the index of a memory failed; the table is read instead')
      await this.#drop(index)
      return undefined
    }
  }

  async #find(place: Place): Promise<FollowedIndex | undefined> {
    const key = keyOf(place)
    const known = this.#slots.get(key)
    if (known && (known.failedAt === undefined || Date.now() - known.failedAt < PAUSE_MS)) {
      this.#slots.delete(key)
      this.#slots.set(key, known)
      return known.index
    }
    const bytes = (await this.#countEntries(place)) * BYTES_EACH
    if (bytes <= SMALL * BYTES_EACH || bytes > this.#budget) return undefined
    // Others may have come here meanwhile.
    if (this.#slots.get(key) === known) this.#load(key, place, bytes)
    return this.#slots.get(key)?.index
  }

  #load(key: string, place: Place, bytes: number): void {
    this.#slots.delete(key)
    this.#makeRoom(bytes)
    const slot: Slot = {
      expectedBytes: bytes,
      loaded: undefined,
      failedAt: undefined,
      index: Promise.resolve(undefined),
    }
    slot.index = FollowedIndex.load(this.#services.db, this.#indexes, place, this.#stop.signal).then(
      (index) => {
        slot.loaded = index
        this.#makeRoom(0)
        return index
      },
      (error) => {
        if (!this.#stop.signal.aborted)
          this.#services.log.warn({ err: error, ...place }, 'a memory could not be loaded; its table is read instead')
        slot.failedAt = Date.now()
        slot.expectedBytes = 0
        return undefined
      },
    )
    this.#slots.set(key, slot)
  }

  get #budget(): number {
    return this.#services.config.memoryIndexBytes
  }

  /** Closes what was not used for the longest time, until there is room for this much more. */
  #makeRoom(wanted: number): void {
    let taken = this.bytes + wanted
    for (const [key, slot] of this.#slots) {
      if (taken <= this.#budget) return
      this.#slots.delete(key)
      taken -= bytesOf(slot)
      void slot.index.then((loaded) => loaded?.close())
    }
  }

  /** The next search loads anew, unless another one has done so already. */
  async #drop(index: FollowedIndex): Promise<void> {
    index.close()
    const key = keyOf(index.place)
    const slot = this.#slots.get(key)
    if (slot && (await slot.index) === index && this.#slots.get(key) === slot) this.#slots.delete(key)
  }

  async #countEntries({ memoryId, localeId }: Place): Promise<number> {
    const counted = await this.#services.db.row<{ entries: number }>(sql`
      select entries from memory_locales where memory_id = ${memoryId} and locale_id = ${localeId}`)
    return counted?.entries ?? 0
  }
}

const keyOf = ({ memoryId, localeId }: Place) => `${memoryId} ${localeId}`

const ofServices = new WeakMap<Services, LoadedMemories>()

export function loadedMemoriesOf(services: Services): LoadedMemories {
  const known = ofServices.get(services) ?? new LoadedMemories(services)
  ofServices.set(services, known)
  return known
}
