import { setImmediate } from 'node:timers/promises'
import type { Gathered } from './gathered.ts'
import { LANES } from './layout.ts'
import {
  bytesFor,
  columnsOf,
  LONGEST_NARROW,
  LONGEST_SKETCH,
  type Part,
  type PartColumns,
  signatureAt,
  wholeLanes,
} from './part.ts'

/** Other work of the thread is let in after this long. */
const SLICE_MS = 10

/** Returned by what takes long: awaited often, it gives the thread away from time to time. */
export function slices(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < end) return undefined
    return setImmediate().then(() => {
      end = performance.now() + SLICE_MS
    })
  }
}

export type Allocate = (bytes: number) => Promise<number>

/** How many segments are written between two looks at the clock. */
const STRIDE = 1_000

/** A sorted part of all that was gathered. Of two segments with one id, only the one gathered later is there. */
export async function writeSortedPart(
  memory: WebAssembly.Memory,
  allocate: Allocate,
  gathered: Gathered,
): Promise<{ part: Part; size: number }> {
  const { count, units } = gathered
  const capacity = wholeLanes(count)
  const pause = slices()
  const order = orderByLength(gathered)
  await pause()
  const sketchStarts = placeSketches(gathered, order, capacity)
  const narrow = narrowIn(gathered, order)
  const bytes = bytesFor(capacity, units, narrow, (sketchStarts.at(-1) ?? 0) * LANES)
  const lengths = lengthsIn(gathered, order)
  const part: Part = { at: await allocate(bytes), bytes, capacity, count, units, isSorted: true, narrow, lengths }
  const columns = columnsOf(memory, part)
  columns.signatures.fill(0, signatureAt(narrow, Math.max(0, capacity - LANES)))
  columns.sketchStarts.set(sketchStarts)
  let start = 0
  const positions = new Uint32Array(count)
  for (let position = 0; position < count; position++) {
    const at = order[position] as number
    positions[at] = position
    gathered.write(at, columns, position, start)
    start += gathered.unitsOf(at)
    if (position % STRIDE === 0) await pause()
  }
  await pause()
  const size = await writeOrderOfIds(gathered, positions, columns, pause)
  return { part, size }
}

/** Counting sort; equal lengths stay in the order in which they came. */
function orderByLength({ lengths, count }: Gathered): Uint32Array {
  let longest = 0
  for (let at = 0; at < count; at++) longest = Math.max(longest, lengths[at] as number)
  const next = new Uint32Array(longest + 2)
  for (let at = 0; at < count; at++) {
    const after = (lengths[at] as number) + 1
    next[after] = (next[after] as number) + 1
  }
  for (let length = 1; length < next.length; length++)
    next[length] = (next[length] as number) + (next[length - 1] as number)
  const order = new Uint32Array(count)
  for (let at = 0; at < count; at++) {
    const length = lengths[at] as number
    const position = next[length] as number
    next[length] = position + 1
    order[position] = at
  }
  return order
}

/** Where 16 segments are all short enough; none of those after the first who are not. */
function narrowIn({ lengths }: Gathered, order: Uint32Array): number {
  let narrow = 0
  while (narrow < order.length) {
    const longest = lengths[order[Math.min(narrow + LANES, order.length) - 1] as number] as number
    if (longest > LONGEST_NARROW) break
    narrow += LANES
  }
  return narrow
}

function lengthsIn({ lengths }: Gathered, order: Uint32Array): number {
  let different = 0
  let last: number | undefined
  for (const at of order) {
    if (lengths[at] !== last) different++
    last = lengths[at]
  }
  return different
}

/** Where the sketches of each 16 segments begin, in sixteenths; and at last where they end. */
function placeSketches({ lengths }: Gathered, order: Uint32Array, capacity: number): Uint32Array {
  const starts = new Uint32Array(capacity / LANES + 1)
  let end = 0
  for (let first = 0; first < capacity; first += LANES) {
    const longest = lengths[order[Math.min(first + LANES, order.length) - 1] as number] as number
    starts[first / LANES] = end
    if (longest <= LONGEST_SKETCH) end += longest
  }
  starts[capacity / LANES] = end
  return starts
}

/** Writes the order of ids, ends all but the last of those with the same one, and returns how many are left. */
async function writeOrderOfIds(
  { ids, count }: Gathered,
  positions: Uint32Array,
  { byId, ends }: PartColumns,
  pause: () => Promise<void> | undefined,
): Promise<number> {
  const sorted = ids.slice(0, count).sort()
  await pause()
  let size = 0
  for (let rank = 0; rank < count; rank++) if (sorted[rank] !== sorted[rank + 1]) size++
  const taken = size < count ? new Uint32Array(count) : undefined
  for (let at = 0; at < count; at++) {
    // A table read by its key comes in order; then the place is known.
    const rank = sorted[at] === ids[at] && !taken ? at : firstAbove(sorted, count, ids[at] as number) - 1
    const position = positions[at] as number
    if (taken) {
      // The last one goes to the last place of its id, where it is looked for; those before it are pushed down.
      const before = taken[rank] as number
      taken[rank] = before + 1
      for (let to = rank - before; to < rank; to++) byId[to] = byId[to + 1] as number
      if (before > 0) ends[byId[rank - 1] as number] = 1
    }
    byId[rank] = position
    if (at % STRIDE === 0) await pause()
  }
  return size
}

/** Where a sorted part has an id; of several, the one that came last. -1 when it has none. */
export function findInSorted({ byId, ids }: PartColumns, count: number, id: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[byId[middle] as number] as number) <= id) low = middle + 1
    else high = middle
  }
  const position = low === 0 ? -1 : (byId[low - 1] as number)
  return position >= 0 && ids[position] === id ? position : -1
}

function firstAbove(sorted: Float64Array, count: number, id: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) <= id) low = middle + 1
    else high = middle
  }
  return low
}
