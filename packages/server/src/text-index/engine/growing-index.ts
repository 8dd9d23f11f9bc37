import { comparable } from '../similarity.ts'
import { Gathered, textOf } from './gathered.ts'
import { bytesFor, columnsOf, type Part, type PartColumns } from './part.ts'
import { type Allocate, findInSorted, slices, writeSortedPart } from './write-part.ts'

/** Segments as they are sent between threads. */
export interface Batch {
  ids: Float64Array
  usages: Float64Array
  times: Float64Array
  texts: string[]
}

/** What a search needs to know: what it may look at, and as of when. */
export interface IndexState {
  parts: Part[]
  version: number
  size: number
}

export interface Surroundings {
  memory: WebAssembly.Memory
  allocate: Allocate
  /** Gives back what was allocated and never part of a state. */
  release(at: number): void
  /** Called when the parts changed without an `apply`. Parts that are missing are no longer used by the index. */
  publish(state: IndexState): void
}

// New segments stand unsorted, and are compared one by one, until so many have come; 2,000 take a tenth of a
// millisecond. Few for a small index, which would be dwarfed by its own room for more.
const SMALL = { capacity: 256, units: 16_384 }
const LARGE = { capacity: 2_048, units: 131_072 }
const LARGE_FROM = 10_000

interface Held {
  part: Part
  columns: PartColumns
  /** Segments in it that were not deleted. */
  living: number
}

type Unsorted = Held & { positions: Map<number, number>; units: number }

/** What happened to segments of parts that are being merged. */
type Remark = { id: number; end: number } | { id: number; usage: number; time: number }

/**
 * One index as the thread that writes it sees it: sorted parts of falling size and one unsorted part for what is new.
 * When that is full it becomes a sorted part, and parts are merged so that each has at least twice as many segments as
 * all smaller ones together: a segment is moved about as often as the index doubled since it came.
 *
 * Searches read the same memory meanwhile. They hold a state, so nothing they look at may change its meaning: a deleted
 * segment keeps its place and gets the version from which on it is gone; what is added lies beyond their count.
 */
export class GrowingIndex {
  readonly #around: Surroundings
  #sorted: Held[] = []
  #unsorted: Unsorted | undefined
  #version = 1
  #gathered: Gathered | undefined = new Gathered()
  #remarks: Remark[] | undefined
  #merging: Promise<void> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isDropped = false

  constructor(around: Surroundings) {
    this.#around = around
  }

  get state(): IndexState {
    const held = [...this.#sorted, ...(this.#unsorted ? [this.#unsorted] : [])]
    return {
      parts: held.map(({ part }) => ({ ...part })),
      version: this.#version,
      size: held.reduce((sum, { living }) => sum + living, 0),
    }
  }

  /** Before `finish` only. */
  gather({ ids, usages, times, texts }: Batch): void {
    const gathered = this.#gathered
    if (!gathered) throw new Error('The index is loaded already')
    for (const [at, text] of texts.entries()) {
      gathered.add(ids[at] as number, usages[at] as number, times[at] as number, comparable(text))
    }
  }

  finish(): Promise<IndexState> {
    return this.#inTurn(async () => {
      const gathered = this.#gathered
      this.#gathered = undefined
      if (gathered && gathered.count > 0) await this.#addSorted(gathered)
      return this.state
    })
  }

  apply(deletes: Float64Array, upserts: Batch): Promise<IndexState> {
    return this.#inTurn(() => this.#apply(deletes, upserts))
  }

  /** Resolves when nothing of it is read or written any more, with what is left to be freed. */
  async drop(): Promise<IndexState> {
    this.#isDropped = true
    await this.#merging
    await this.#last
    return this.state
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  async #apply(deletes: Float64Array, { ids, usages, times, texts }: Batch): Promise<IndexState> {
    const version = this.#version + 1
    for (const id of deletes) this.#end(id, version)
    const added = new Gathered()
    const pause = slices()
    for (const [at, text] of texts.entries()) {
      if (at % STRIDE === 0) await pause()
      const [id, usage, time] = [ids[at], usages[at], times[at]] as [number, number, number]
      const form = comparable(text)
      if (this.#update(id, usage, time, form)) continue
      this.#end(id, version)
      added.add(id, usage, time, form)
    }
    await this.#add(added)
    this.#version = version
    this.#mergeIfDue()
    return this.state
  }

  /** Where an id is now. */
  #find(id: number): { held: Held; position: number } | undefined {
    for (const held of [this.#unsorted, ...this.#sorted]) {
      if (!held) continue
      const positions = (held as Partial<Unsorted>).positions
      const position = positions ? (positions.get(id) ?? -1) : findInSorted(held.columns, held.part.count, id)
      if (position >= 0 && held.columns.ends[position] === 0) return { held, position }
    }
    return undefined
  }

  #end(id: number, version: number): void {
    const found = this.#find(id)
    if (!found) return
    found.held.columns.ends[found.position] = version
    found.held.living--
    this.#remarks?.push({ id, end: version })
  }

  /** The same text with other numbers stays where it is. */
  #update(id: number, usage: number, time: number, text: string): boolean {
    const found = this.#find(id)
    if (!found) return false
    const { columns } = found.held
    if (textOf(columns, found.position) !== text) return false
    columns.usages[found.position] = usage
    columns.times[found.position] = time
    this.#remarks?.push({ id, usage, time })
    return true
  }

  async #add(added: Gathered): Promise<void> {
    if (added.count === 0) return
    if (!this.#unsorted) this.#unsorted = await this.#openUnsorted(added)
    const unsorted = this.#unsorted
    if (unsorted && hasRoom(unsorted, added)) this.#append(unsorted, added)
    else await this.#addSorted(this.#emptied(added))
  }

  #append(unsorted: Unsorted, added: Gathered): void {
    const { part, positions, columns } = unsorted
    for (let at = 0; at < added.count; at++) {
      const id = added.ids[at] as number
      const before = positions.get(id)
      // The same id twice in one call: the first was never there.
      if (before !== undefined && columns.ends[before] === 0) {
        columns.ends[before] = 1
        unsorted.living--
      }
      added.write(at, columns, part.count, unsorted.units)
      positions.set(id, part.count)
      part.count++
      unsorted.living++
      unsorted.units += added.unitsOf(at)
    }
  }

  /** Nothing, when what is to be added would not fit anyway. */
  async #openUnsorted(added: Gathered): Promise<Unsorted | undefined> {
    const size = this.#sorted.reduce((sum, { living }) => sum + living, 0)
    const { capacity, units } = size < LARGE_FROM ? SMALL : LARGE
    if (added.count > capacity || added.units > units) return undefined
    const bytes = bytesFor(capacity, units, 0, 0)
    const part: Part = {
      at: await this.#around.allocate(bytes),
      bytes,
      capacity,
      count: 0,
      units,
      isSorted: false,
      narrow: 0,
      lengths: 0,
    }
    const columns = columnsOf(this.#around.memory, part)
    columns.signatures.fill(0)
    columns.sketchStarts.fill(0)
    return { part, columns, living: 0, positions: new Map(), units: 0 }
  }

  /** What the unsorted part has, followed by what is added; the part is given up. */
  #emptied(added: Gathered): Gathered {
    const unsorted = this.#unsorted
    this.#unsorted = undefined
    if (!unsorted) return added
    const all = new Gathered()
    const { columns } = unsorted
    for (let at = 0; at < unsorted.part.count; at++) if (columns.ends[at] === 0) all.copy(columns, at)
    all.append(added)
    return all
  }

  async #addSorted(gathered: Gathered): Promise<void> {
    this.#sorted.push(await this.#write(gathered))
  }

  async #write(gathered: Gathered): Promise<Held> {
    const { memory, allocate } = this.#around
    const { part, size } = await writeSortedPart(memory, allocate, gathered)
    return { part, columns: columnsOf(memory, part), living: size }
  }

  #mergeIfDue(): void {
    if (this.#merging || this.#isDropped) return
    const due = partsToMerge(this.#sorted)
    if (due.length === 0) return
    this.#remarks = []
    // Without memory for the merged part the index stays as it is: right, and a little slower.
    this.#merging = this.#merge(due)
      .catch(() => {})
      .finally(() => {
        this.#merging = undefined
        this.#remarks = undefined
      })
  }

  async #merge(due: Held[]): Promise<void> {
    const { release, publish } = this.#around
    const pause = slices()
    const gathered = new Gathered()
    for (const held of due) {
      for (let at = 0; at < held.part.count; at += STRIDE) {
        this.#copyLiving(gathered, held, at, Math.min(held.part.count, at + STRIDE))
        await pause()
        if (this.#isDropped) return
      }
    }
    const merged = gathered.count > 0 ? await this.#write(gathered) : undefined
    await this.#inTurn(async () => {
      if (this.#isDropped) return merged && release(merged.part.at)
      const rest = this.#sorted.filter((held) => !due.includes(held))
      if (merged) for (const remark of this.#remarks ?? []) note(remark, merged)
      this.#remarks = undefined
      this.#sorted = merged ? [...rest, merged] : rest
      publish(this.state)
    })
  }

  #copyLiving(to: Gathered, { columns }: Held, from: number, end: number): void {
    for (let at = from; at < end; at++) {
      // What an unfinished apply has ended is still there for searches until it is done; a remark tells of it.
      const gone = columns.ends[at] as number
      if (gone === 0 || gone > this.#version) to.copy(columns, at)
    }
  }
}

const STRIDE = 1_000

const hasRoom = ({ part, units }: Unsorted, added: Gathered) =>
  part.count + added.count <= part.capacity && units + added.units <= part.units

function note(remark: Remark, held: Held): void {
  const { columns } = held
  const position = findInSorted(columns, held.part.count, remark.id)
  if (position < 0 || columns.ends[position] !== 0) return
  if ('end' in remark) {
    columns.ends[position] = remark.end
    held.living--
  } else {
    columns.usages[position] = remark.usage
    columns.times[position] = remark.time
  }
}

/** The smallest parts, as far up as one is not twice as large as all below it; or one of which more than half is gone. */
function partsToMerge(parts: Held[]): Held[] {
  const bySize = parts.toSorted((a, b) => a.living - b.living)
  let [sum, due] = [0, 0]
  for (const [at, { living }] of bySize.entries()) {
    if (at > 0 && living < 2 * sum) due = at + 1
    sum += living
  }
  if (due > 0) return bySize.slice(0, due)
  return parts.filter(({ part, living }) => living * 2 < part.count)
}
