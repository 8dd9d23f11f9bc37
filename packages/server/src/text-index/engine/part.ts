import { GROUPS, LANES, NARROW_BYTES } from './layout.ts'

/**
 * A run of segments in shared memory, searched as one. A sorted part is ordered by length and never changes but for
 * ends, usages and times; an unsorted one is filled from its start, and a search sees only what was there when it began.
 * Parts are passed between threads as they are: numbers only.
 */
export interface Part {
  /** Address in bytes. */
  at: number
  bytes: number
  capacity: number
  count: number
  /** Room for texts. */
  units: number
  isSorted: boolean
  /** How many of the first segments have narrow signatures. */
  narrow: number
  /** How many different lengths a sorted part has. */
  lengths: number
}

/** What half a byte can count. */
export const MOST_NARROW = 15
/** What is not longer has a narrow signature: reading signatures is what takes longest where matches are good. */
export const LONGEST_NARROW = 100

/** Which group a character counts for. Alphabets lie in a row, so that the last bits tell their letters apart. */
export const groupOf = (codePoint: number) => codePoint & (GROUPS - 1)

/** Kinds of characters in a sketch. */
const KINDS = 256

/** Which kind a character is in a sketch: those of one alphabet are told apart. */
export const kindOf = (codePoint: number) => codePoint & (KINDS - 1)

/**
 * Longer texts have no sketch. Queries of more than 254 characters use none, and what is half as similar to a shorter one
 * has at most twice as many.
 */
export const LONGEST_SKETCH = 508
/** Sketches are read 16 characters at a time. */
const SKETCH_MARGIN = 16

const WORD_BYTES = 4
const DOUBLE_BYTES = 8
const UNIT_BYTES = 2

/** Where the columns of a part begin. */
export function addressesOf({ at, capacity, units, narrow }: Pick<Part, 'at' | 'capacity' | 'units' | 'narrow'>) {
  const signatures = at
  const usages = signatures + signatureAt(narrow, capacity)
  const times = usages + capacity * DOUBLE_BYTES
  const ids = times + capacity * DOUBLE_BYTES
  const lengths = ids + capacity * DOUBLE_BYTES
  const starts = lengths + capacity * WORD_BYTES
  const ends = starts + capacity * WORD_BYTES
  const byId = ends + capacity * WORD_BYTES
  const sketchStarts = byId + capacity * WORD_BYTES
  const texts = sketchStarts + (capacity / LANES + 1) * WORD_BYTES
  // One unit more, because a look at the last one looks at the next.
  const sketches = Math.ceil((texts + (units + 1) * UNIT_BYTES) / LANES) * LANES
  return { signatures, usages, times, ids, lengths, starts, ends, byId, sketchStarts, texts, sketches }
}

/** Where the signatures of 16 segments begin. */
export const signatureAt = (narrow: number, first: number) =>
  first < narrow ? first * NARROW_BYTES : narrow * NARROW_BYTES + (first - narrow) * GROUPS

/** The 16 segments that are compared at once must all be there. */
export const wholeLanes = (count: number) => Math.ceil(count / LANES) * LANES

/** `sketched`: characters of sketches, those that fill up shorter ones of 16 included. */
export const bytesFor = (capacity: number, units: number, narrow: number, sketched: number) =>
  addressesOf({ at: 0, capacity, units, narrow }).sketches + sketched + SKETCH_MARGIN

/** The columns of a part as arrays. They stay valid when the memory grows, but do not see what was added after them. */
export function columnsOf(memory: WebAssembly.Memory, part: Part): PartColumns {
  const { buffer } = memory
  const addresses = addressesOf(part)
  return {
    narrow: part.narrow,
    signatures: new Uint8Array(buffer, addresses.signatures, addresses.usages - addresses.signatures),
    usages: new Float64Array(buffer, addresses.usages, part.capacity),
    times: new Float64Array(buffer, addresses.times, part.capacity),
    ids: new Float64Array(buffer, addresses.ids, part.capacity),
    lengths: new Uint32Array(buffer, addresses.lengths, part.capacity),
    starts: new Uint32Array(buffer, addresses.starts, part.capacity),
    ends: new Uint32Array(buffer, addresses.ends, part.capacity),
    byId: new Uint32Array(buffer, addresses.byId, part.capacity),
    texts: new Uint16Array(buffer, addresses.texts, part.units + 1),
    sketchStarts: new Uint32Array(buffer, addresses.sketchStarts, part.capacity / LANES + 1),
    sketches: new Uint8Array(buffer, addresses.sketches, part.at + part.bytes - addresses.sketches),
  }
}

export interface PartColumns {
  narrow: number
  signatures: Uint8Array
  usages: Float64Array
  times: Float64Array
  ids: Float64Array
  /** In code points. */
  lengths: Uint32Array
  /** Where the text begins, in units of `texts`. */
  starts: Uint32Array
  /** The version of the index from which on the segment is gone; 0 while it is there. */
  ends: Uint32Array
  /** Of a sorted part: positions in the order of ids. */
  byId: Uint32Array
  /** UTF-16 of comparable texts. */
  texts: Uint16Array
  /**
   * Of 16 segments each, where their sketches begin, in sixteenths; and where the last ones end. Each has room for the
   * longest of them, and where that is none, they have no sketches.
   */
  sketchStarts: Uint32Array
  /** The kinds of the characters of each text. */
  sketches: Uint8Array
}
