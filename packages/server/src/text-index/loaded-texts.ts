import type { Counters } from '../counters.ts'
import { type Handle, isUnavailable } from '../db/pool.ts'
import { type Compared, IndexCrashedError, QueueFullError, type SearchOptions, TextIndexes } from './engine/index.ts'
import { FollowedIndex, type Found, TooLargeError } from './followed-index.ts'
import { comparable } from './similarity.ts'
import type { Amount, TextSource } from './text-source.ts'

/** Up to here reading the texts is quicker than keeping an index of them. */
export const FEW = 1_000
const FEW_CHARACTERS = 200_000
/** What an index takes for each segment, and the text of an average one alone, as far as one can tell beforehand. */
const BYTES_EACH = 400
const TEXT_BYTES_EACH = 120
/** After a failed load the table itself is read for this long; longer where the texts alone take more than there is. */
const PAUSE_MS = 10_000
const LONG_PAUSE_MS = 600_000

/** Longer ones are compared without an index: the table of their characters alone could take more than the texts. */
const LONGEST_QUERY = 20_000
/** The engine sorts a run of marks by moving each, so that a long one takes seconds; and any text of this length some time. */
const MARKS = /\p{M}{60}/u
const LONG_TEXT = 50_000

/** Who searches: owners take turns, and with the signal their search ends. */
export interface Searcher {
  owner: number
  signal: AbortSignal
}

interface Surroundings {
  db: Handle
  clock: { now(): Date }
  log: { warn(details: object, message: string): void }
  /** `memoryIndexBytes`: what all indexes together may take. */
  config: { memoryIndexBytes: number }
  counters: Pick<Counters, 'indexSearches'>
}

/** Loading, loaded, or (undefined) not to be loaded for some time. The last one used is the last one in the map. */
interface Slot {
  index: Promise<FollowedIndex | undefined>
  loaded: FollowedIndex | undefined
  /** What it will take, as long as it is not loaded. */
  expectedBytes: number
  /** Not before this time, once it has failed. */
  retryAt: number | undefined
}

const bytesOf = ({ loaded, expectedBytes }: Slot) => loaded?.bytes ?? expectedBytes

/**
 * The texts that this process keeps in indexes: those of a memory or a project in one language from their first search
 * on, as long as there is room. What is used least recently makes room for others. PostgreSQL stays the truth: every
 * search first takes in what was committed before it.
 */
export class LoadedTexts {
  readonly #services: Surroundings
  readonly #indexes: TextIndexes
  readonly #slots = new Map<string, Slot>()
  readonly #stop = new AbortController()

  constructor(services: Surroundings) {
    this.#services = services
    this.#indexes = new TextIndexes()
  }

  /**
   * The best texts as of the moment of the call; for a caller who knows the position of the newest (null: there is none),
   * as of the moment at which that was so. Undefined: there is no index of it, and the table has to be read.
   */
  async search(
    source: TextSource,
    text: string,
    options: SearchOptions,
    newest?: number | null,
  ): Promise<Found | undefined> {
    const wasThere = this.#slots.get(source.name)?.loaded !== undefined
    const index = text.length > LONGEST_QUERY ? undefined : await unlessAborted(this.#find(source), options.signal)
    const found =
      index &&
      (await this.#attempt(index, options.signal, async () => {
        await index.follow(newest)
        const { matches, forget } = await index.search(text, options)
        return { matches, forget: (ids: number[]) => this.#attempt(index, undefined, () => forget(ids)) }
      }))
    this.#services.counters.indexSearches.inc({ found: found ? (wasThere ? 'kept' : 'loaded') : 'table' })
    return found
  }

  /** The texts that are alike, by their places among them. */
  async compare(
    texts: readonly string[],
    text: string,
    { minSimilarity, maxResults, owner, signal }: SearchOptions & Searcher,
  ): Promise<Compared[]> {
    const compare = () => this.#indexes.compare({ text, texts, minSimilarity, maxResults }, { owner, signal })
    try {
      return await compare()
    } catch (error) {
      if (error instanceof IndexCrashedError) return compare()
      throw error
    }
  }

  /** A text in the form in which texts are compared; not on this thread where that may take long. */
  async comparable(text: string, searcher: Searcher): Promise<string> {
    const isQuick = text.length < LONG_TEXT && !MARKS.test(text)
    return isQuick ? comparable(text) : this.#indexes.comparable(text, searcher)
  }

  /** Searches that are under way, and those that wait. */
  get searches(): { running: number; waiting: number } {
    return this.#indexes.searches
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

  async #attempt<T>(
    index: FollowedIndex,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      // The index is sound, but what was committed before the search cannot be read, there is no room for one more search,
      // or nobody wants it.
      if (isUnavailable(error) || error instanceof QueueFullError || signal?.aborted) throw error
      this.#services.log.warn({ err: error, of: index.source.name }, 'an index failed; the table is read instead')
      // After a thread that ended in the middle of a search the index is as it was.
      if (!(error instanceof IndexCrashedError)) await this.#drop(index)
      return undefined
    }
  }

  async #find(source: TextSource): Promise<FollowedIndex | undefined> {
    const { name } = source
    const known = this.#slots.get(name)
    if (known && (known.retryAt === undefined || this.#now < known.retryAt)) {
      this.#slots.delete(name)
      this.#slots.set(name, known)
      return known.index
    }
    const amount = await source.measure(this.#services.db)
    const bytes = expectedBytes(amount)
    if (areFew(amount) || bytes > this.#budget) return undefined
    // Others may have come here meanwhile.
    if (this.#slots.get(name) === known) this.#load(source, bytes)
    return this.#slots.get(name)?.index
  }

  #load(source: TextSource, bytes: number): void {
    this.#slots.delete(source.name)
    this.#makeRoom(bytes)
    const index = Promise.withResolvers<FollowedIndex | undefined>()
    const slot: Slot = { index: index.promise, loaded: undefined, expectedBytes: bytes, retryAt: undefined }
    this.#slots.set(source.name, slot)
    void this.#fill(slot, source).then(index.resolve)
  }

  async #fill(slot: Slot, source: TextSource): Promise<FollowedIndex | undefined> {
    try {
      const how = { signal: this.#stop.signal, mostBytes: this.#budget }
      const index = await FollowedIndex.load(this.#services.db, this.#indexes, source, how)
      // It was expected to be smaller: kept, it would drive out all others, and then itself.
      if (index.bytes > this.#budget) {
        index.close()
        throw new TooLargeError(`${index.bytes} bytes`)
      }
      slot.loaded = index
      this.#makeRoom(0)
      return index
    } catch (error) {
      if (!this.#stop.signal.aborted)
        this.#services.log.warn({ err: error, of: source.name }, 'texts could not be loaded; their table is read')
      slot.retryAt = this.#now + (error instanceof TooLargeError ? LONG_PAUSE_MS : PAUSE_MS)
      slot.expectedBytes = 0
      return undefined
    }
  }

  get #now(): number {
    return this.#services.clock.now().getTime()
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
    const { name } = index.source
    const slot = this.#slots.get(name)
    if (slot && (await slot.index) === index && this.#slots.get(name) === slot) this.#slots.delete(name)
  }
}

const areFew = ({ texts, characters = 0 }: Amount) => texts === 0 || (texts <= FEW && characters <= FEW_CHARACTERS)

const expectedBytes = ({ texts, characters }: Amount) =>
  characters === undefined ? texts * BYTES_EACH : texts * (BYTES_EACH - TEXT_BYTES_EACH) + 2 * characters

/** What somebody waits for together with others: it goes on for them when one has left. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave)
  return Promise.race([work, left.promise]).finally(() => signal.removeEventListener('abort', leave))
}
