// What is searched, and for what: addresses that src/text-index/engine/ passes.

/** Characters fall into this many groups, by their last bits; a signature counts each, up to 255. */
export const GROUPS: i32 = 32
/** Signatures of 16 segments lie together, group by group, so that one load takes the counts of all 16. */
export const LANES: i32 = 16
/** Segments that one thread looks at in a row: what the processor fetches ahead is then its own. */
export const RUN: i32 = 512
export const NARROW_BYTES: i32 = 16
export const SIGNATURE_ENTRY: usize = 32
export const NARROW_ENTRY: usize = 48
export const WORD: i32 = 64

/** Up to this length of the query, what a text misses of it fits into a byte, and NOT_COUNTED is more. */
export const SHORT: i32 = 254
export const NOT_COUNTED: i32 = 255
export const ROWS: i32 = 8

// The part of the index that is searched; see `addressesOf` in src/text-index/engine/part.ts.
export let signatures: usize = 0
/** So many of the first segments have narrow signatures. */
export let narrow: i32 = 0
export let lengths: usize = 0
export let starts: usize = 0
export let ends: usize = 0
export let usages: usize = 0
export let times: usize = 0
export let ids: usize = 0
export let texts: usize = 0
export let sketchStarts: usize = 0
export let sketches: usize = 0
/** Where the list of lengths begins, of which groups of 16 segments are listed. */
export let lengthList: usize = 0
/** The lists of candidates, one per highest possible similarity. */
export let lists: usize = 0

export function usePart(
  signaturesAt: usize,
  narrowCount: i32,
  lengthsAt: usize,
  startsAt: usize,
  endsAt: usize,
  usagesAt: usize,
  timesAt: usize,
  idsAt: usize,
  textsAt: usize,
  sketchStartsAt: usize,
  sketchesAt: usize,
  lengthListAt: usize,
  listsAt: usize,
): void {
  signatures = signaturesAt
  narrow = narrowCount
  lengths = lengthsAt
  starts = startsAt
  ends = endsAt
  usages = usagesAt
  times = timesAt
  ids = idsAt
  texts = textsAt
  sketchStarts = sketchStartsAt
  sketches = sketchesAt
  lengthList = lengthListAt
  lists = listsAt
}

// The query; see src/text-index/engine/query.ts.
export let queryLength: i32 = 0
export let words: i32 = 0
/** Of each group that it has: the count 16 times, to be compared with 16 segments at once, and where theirs lie. */
export let querySignature: usize = 0
export let querySignatureEnd: usize = 0
/** The same for narrow signatures, two groups at once. */
export let narrowSignature: usize = 0
export let narrowSignatureEnd: usize = 0
/** Per 8 characters of the query: which of them have each lower half of a kind, and which each upper half. */
export let querySketch: usize = 0
/** From the upper bits of a character to the table of its lower eight, and from there to its row of bits. */
export let pages: usize = 0
export let rows: usize = 0
/** Bits of a character: where it stands in the query. A row is `words` words long, row 0 is empty. */
export let bits: usize = 0
/** The column of the table of distances that is worked on. */
export let column: usize = 0
/** 16 sketches that are compared: where they lie, whose they are, and a stretch of them. */
export let batch: usize = 0
export let lengthEntries: usize = 0
export let groups: usize = 0
export let candidates: usize = 0
export let version: u32 = 0
/** Several threads may share a search: each looks at every `shares`-th run of segments. */
export let share: i32 = 0
export let shares: i32 = 1

export function useQuery(
  length: i32,
  groupCount: i32,
  querySignatureAt: usize,
  narrowRows: i32,
  narrowSignatureAt: usize,
  querySketchAt: usize,
  pagesAt: usize,
  rowsAt: usize,
  bitsAt: usize,
  columnAt: usize,
  batchAt: usize,
  lengthEntriesAt: usize,
  groupsAt: usize,
  candidatesAt: usize,
  atVersion: u32,
  shareNumber: i32,
  shareCount: i32,
): void {
  queryLength = length
  words = (length + WORD - 1) / WORD
  querySignature = querySignatureAt
  querySignatureEnd = querySignatureAt + <usize>groupCount * SIGNATURE_ENTRY
  narrowSignature = narrowSignatureAt
  narrowSignatureEnd = narrowSignatureAt + <usize>narrowRows * NARROW_ENTRY
  querySketch = querySketchAt
  pages = pagesAt
  rows = rowsAt
  bits = bitsAt
  column = columnAt
  batch = batchAt
  lengthEntries = lengthEntriesAt
  groups = groupsAt
  candidates = candidatesAt
  version = atVersion
  share = shareNumber
  shares = shareCount
}

export function lengthOf(segment: usize): i32 {
  return <i32>load<u32>(lengths + (segment << 2))
}
