import {
  BATCH_BYTES,
  CANDIDATE_BYTES,
  GROUP_BYTES,
  GROUPS,
  LANES,
  LENGTH_BYTES,
  LISTS,
  LONGEST_LISTED,
  NARROW_BYTES,
  NARROW_SIGNATURE_BYTES,
  ROWS,
  SIGNATURE_BYTES,
  SKETCH_BYTES,
  STATE_BYTES,
  WORD_BITS,
} from './layout.ts'
import { groupOf, kindOf, MOST_NARROW } from './part.ts'

const PAGE_BITS = 8
const PAGE = 1 << PAGE_BITS
const PAGES = 0x11_0000 >> PAGE_BITS
/** For a column of 16 sketches of the longest query that has one. */
const LEAST_COLUMN_BYTES = 2_048

/** A query and where its tables lie in the memory of its search. */
export interface Query {
  codePoints: Uint32Array
  words: number
  /** How many characters of each group it has, up to 255. */
  counts: Uint8ClampedArray
  /** The tables of rows, one per 256 characters of which the query has some; 0 is the empty one. */
  pages: Map<number, number>
  /** The rows of bits, one per different character; 0 is the empty one. */
  symbols: Map<number, number>
}

export function readQuery(codePoints: Uint32Array): Query {
  const pages = new Map<number, number>()
  const symbols = new Map<number, number>()
  const counts = new Uint8ClampedArray(GROUPS)
  for (const character of codePoints) {
    const group = groupOf(character)
    counts[group] = (counts[group] as number) + 1
    if (!symbols.has(character)) symbols.set(character, symbols.size + 1)
    const page = character >>> PAGE_BITS
    if (!pages.has(page)) pages.set(page, pages.size + 1)
  }
  return { codePoints, words: Math.ceil(codePoints.length / WORD_BITS), counts, pages, symbols }
}

/** Where everything lies that a search writes, relative to where its memory begins. */
export function offsetsFor(
  { codePoints, words, pages, symbols }: Query,
  parts: number,
  segments: number,
  lengths: number,
) {
  const signature = 0
  const narrowSignature = signature + GROUPS * SIGNATURE_BYTES
  const sketch = narrowSignature + NARROW_BYTES * NARROW_SIGNATURE_BYTES
  const column = sketch + Math.ceil(codePoints.length / ROWS) * SKETCH_BYTES
  const bits = column + Math.max(LEAST_COLUMN_BYTES, words * STATE_BYTES)
  const rows = bits + (symbols.size + 1) * words * (WORD_BITS / 8)
  const lists = rows + (pages.size + 1) * PAGE * 4
  const lengthLists = lists + parts * LISTS * 4
  const pageTable = lengthLists + parts * 4
  const batch = pageTable + PAGES * 2
  const lengthEntries = batch + BATCH_BYTES
  const candidates = lengthEntries + lengths * (LENGTH_BYTES + (Math.min(codePoints.length, LONGEST_LISTED) + 1) * 4)
  const groups = candidates + (segments + 1) * CANDIDATE_BYTES
  const groupCount = Math.ceil(segments / LANES) + 2 * Math.min(segments, lengths) + 1
  const bytes = groups + groupCount * GROUP_BYTES
  return {
    signature,
    narrowSignature,
    sketch,
    column,
    bits,
    rows,
    lists,
    lengthLists,
    pageTable,
    batch,
    lengthEntries,
    candidates,
    groups,
    bytes,
  }
}

export type Offsets = ReturnType<typeof offsetsFor>

export function writeQuery(buffer: ArrayBufferLike, base: number, offsets: Offsets, query: Query, parts: number): void {
  const { codePoints, words, pages, symbols } = query
  writeSignature(new Uint8Array(buffer, base + offsets.signature, GROUPS * SIGNATURE_BYTES), query)
  const narrow = new Uint8Array(buffer, base + offsets.narrowSignature, NARROW_BYTES * NARROW_SIGNATURE_BYTES)
  writeNarrowSignature(narrow, query)
  writeSketch(new Uint8Array(buffer, base + offsets.sketch, offsets.column - offsets.sketch), codePoints)

  // Rows are made of 64-bit words, low half first, so a bit is found in halves as well.
  const halves = words * 2
  const bits = new Uint32Array(buffer, base + offsets.bits, (symbols.size + 1) * halves).fill(0)
  for (const [position, character] of codePoints.entries()) {
    const half = (symbols.get(character) as number) * halves + (position >>> 5)
    bits[half] = (bits[half] as number) | (1 << (position & 31))
  }

  const pageTable = new Uint16Array(buffer, base + offsets.pageTable, PAGES).fill(0)
  for (const [page, number] of pages) pageTable[page] = number
  const rows = new Uint32Array(buffer, base + offsets.rows, (pages.size + 1) * PAGE).fill(0)
  for (const [character, symbol] of symbols) {
    const page = pages.get(character >>> PAGE_BITS) as number
    rows[page * PAGE + (character & (PAGE - 1))] = symbol * words * (WORD_BITS / 8)
  }
  new Uint32Array(buffer, base + offsets.lists, parts * (LISTS + 1)).fill(0)
}

/** Only the groups that the query has: of others it misses nothing. */
function writeSignature(signature: Uint8Array, { counts }: Query): void {
  signature.fill(0)
  const offsets = new DataView(signature.buffer, signature.byteOffset, signature.byteLength)
  let at = 0
  for (const [group, count] of counts.entries()) {
    if (count === 0) continue
    signature.fill(count, at, at + LANES)
    offsets.setUint32(at + LANES, group * LANES, true)
    at += SIGNATURE_BYTES
  }
}

function writeNarrowSignature(signature: Uint8Array, { counts }: Query): void {
  signature.fill(0)
  const offsets = new DataView(signature.buffer, signature.byteOffset, signature.byteLength)
  let at = 0
  for (const row of narrowRows(counts)) {
    for (const [half, count] of [counts[row], counts[row + NARROW_BYTES]].entries()) {
      const from = at + half * LANES
      signature.fill(Math.min(MOST_NARROW, count as number), from, from + LANES)
    }
    offsets.setUint32(at + 2 * LANES, row * LANES, true)
    at += NARROW_SIGNATURE_BYTES
  }
}

/** The bytes of a narrow signature that count something that the query has. */
export const narrowRows = (counts: Uint8ClampedArray) =>
  Array.from({ length: NARROW_BYTES }, (_, row) => row).filter((row) => counts[row] || counts[row + NARROW_BYTES])

function writeSketch(sketch: Uint8Array, codePoints: Uint32Array): void {
  sketch.fill(0)
  for (const [position, character] of codePoints.entries()) {
    const at = Math.floor(position / ROWS) * SKETCH_BYTES
    const kind = kindOf(character)
    for (const half of [at + (kind & 15), at + LANES + (kind >>> 4)])
      sketch[half] = (sketch[half] as number) | (1 << (position % ROWS))
  }
}
