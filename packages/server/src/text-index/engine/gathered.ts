import { GROUPS, LANES, NARROW_BYTES } from './layout.ts'
import { groupOf, kindOf, MOST_NARROW, type PartColumns, signatureAt } from './part.ts'

const HIGH_SURROGATE = 0xd800
const LOW_SURROGATE = 0xdc00
const SURROGATE_MASK = 0xfc00

type Columns = Pick<PartColumns, 'ids' | 'usages' | 'times' | 'lengths' | 'starts' | 'texts'>

/** Segments on their way into a part, in memory of the thread that gathers them. */
export class Gathered {
  count = 0
  units = 0
  ids = new Float64Array(64)
  usages = new Float64Array(64)
  times = new Float64Array(64)
  lengths = new Uint32Array(64)
  starts = new Uint32Array(65)
  texts = new Uint16Array(4096)

  /** The text must be comparable. */
  add(id: number, usage: number, time: number, text: string): void {
    this.#makeRoom(text.length + 1)
    const { texts, units: start } = this
    for (let at = 0; at < text.length; at++) texts[start + at] = text.charCodeAt(at)
    this.#append(id, usage, time, text.length)
  }

  /** Takes over a segment from elsewhere. */
  copy(from: Columns, position: number): void {
    const start = from.starts[position] as number
    const end = start + unitsOf(from.texts, start, from.lengths[position] as number)
    this.#makeRoom(end - start + 1)
    this.texts.set(from.texts.subarray(start, end), this.units)
    const [id, usage, time] = [from.ids[position], from.usages[position], from.times[position]] as [
      number,
      number,
      number,
    ]
    this.#append(id, usage, time, end - start)
  }

  append(other: Gathered): void {
    for (let at = 0; at < other.count; at++) this.copy(other, at)
  }

  #append(id: number, usage: number, time: number, length: number): void {
    const at = this.count++
    this.ids[at] = id
    this.usages[at] = usage
    this.times[at] = time
    this.lengths[at] = codePointsIn(this.texts, this.units, length)
    this.starts[at] = this.units
    this.units += length
    // Nothing may pair with the beginning of the next text.
    if (isHigh(this.texts[this.units - 1] ?? 0)) this.texts[this.units++] = 0
    this.starts[this.count] = this.units
  }

  #makeRoom(units: number): void {
    if (this.units + units > this.texts.length) this.texts = enlarged(this.texts, this.units + units)
    if (this.count < this.ids.length) return
    this.ids = enlarged(this.ids)
    this.usages = enlarged(this.usages)
    this.times = enlarged(this.times)
    this.lengths = enlarged(this.lengths)
    this.starts = enlarged(this.starts)
  }

  /** Writes one of the segments to a place in a part, its text at `start`. */
  write(at: number, to: PartColumns, position: number, start: number): void {
    const [begin, end] = [this.starts[at], this.starts[at + 1]] as [number, number]
    to.ids[position] = this.ids[at] as number
    to.usages[position] = this.usages[at] as number
    to.times[position] = this.times[at] as number
    to.lengths[position] = this.lengths[at] as number
    to.starts[position] = start
    to.ends[position] = 0
    const { texts } = this
    for (let unit = begin; unit < end; unit++) to.texts[start + unit - begin] = texts[unit] as number
    writeSummary(texts, begin, this.lengths[at] as number, to, position)
  }

  unitsOf(at: number): number {
    return (this.starts[at + 1] as number) - (this.starts[at] as number)
  }
}

type Column = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>

function enlarged<T extends Column>(column: T, least = 0): T {
  const larger = new (column.constructor as new (length: number) => T)(Math.max(2 * column.length, least))
  larger.set(column)
  return larger
}

const isHigh = (unit: number) => (unit & SURROGATE_MASK) === HIGH_SURROGATE
const isPair = (texts: Uint16Array, at: number) =>
  isHigh(texts[at] as number) && ((texts[at + 1] ?? 0) & SURROGATE_MASK) === LOW_SURROGATE

function codePointsIn(texts: Uint16Array, start: number, units: number): number {
  let pairs = 0
  for (let at = start; at < start + units - 1; at++) if (isPair(texts, at)) pairs++
  return units - pairs
}

function unitsOf(texts: Uint16Array, start: number, codePoints: number): number {
  let at = start
  for (let rest = codePoints; rest > 0; rest--) at += isPair(texts, at) ? 2 : 1
  return at - start
}

const counts = new Uint8ClampedArray(GROUPS)

/** The signature, and the sketch if the 16 segments around have them. */
function writeSummary(texts: Uint16Array, start: number, length: number, to: PartColumns, position: number): void {
  const { signatures, sketches, sketchStarts } = to
  counts.fill(0)
  const [first, lane] = [Math.floor(position / LANES), position % LANES]
  const sketchStart = sketchStarts[first] as number
  const stride = (sketchStarts[first + 1] as number) - sketchStart
  let sketchAt = sketchStart * LANES + lane * stride
  let at = start
  for (let rest = length; rest > 0; rest--) {
    let character = texts[at] as number
    if (isPair(texts, at)) character = 0x1_0000 + ((character & 0x3ff) << 10) + ((texts[++at] as number) & 0x3ff)
    at++
    const group = groupOf(character)
    counts[group] = (counts[group] as number) + 1
    if (stride > 0) sketches[sketchAt++] = kindOf(character)
  }
  const summaryAt = signatureAt(to.narrow, first * LANES) + lane
  if (position < to.narrow)
    for (let row = 0; row < NARROW_BYTES; row++)
      signatures[summaryAt + row * LANES] = narrowed(row) | (narrowed(row + NARROW_BYTES) << 4)
  else for (let group = 0; group < GROUPS; group++) signatures[summaryAt + group * LANES] = counts[group] as number
}

const narrowed = (group: number) => Math.min(MOST_NARROW, counts[group] as number)

/** The text of a segment of a part. */
export function textOf({ texts, starts, lengths }: PartColumns, position: number): string {
  const start = starts[position] as number
  const units = unitsOf(texts, start, lengths[position] as number)
  // Decoders refuse shared memory; a copy is theirs.
  const copy = texts.slice(start, start + units)
  let text = ''
  for (let at = 0; at < copy.length; at += 4096) text += String.fromCharCode(...copy.subarray(at, at + 4096))
  return text
}
