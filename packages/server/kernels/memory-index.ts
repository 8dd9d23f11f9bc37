// The two inner loops of the search in translation memories, in AssemblyScript: src/memory-index/kernel.wasm is made of
// this file by `node scripts/build-kernels.ts`. One instruction compares 16 segments here, which JavaScript cannot say.
//
// All threads share one memory; what is global in this file belongs to one thread. Addresses are bytes. Nothing is
// allocated and nothing is checked: src/memory-index/ answers for what it passes.

/** Characters fall into this many groups, by their last bits; a signature counts each, up to 255. */
const GROUPS: i32 = 32
/** Signatures of 16 segments lie together, group by group, so that one load takes the counts of all 16. */
const LANES: i32 = 16
const WORD: i32 = 64

const NO_SKETCH: u32 = 0xffffffff
/** Up to this length distances fit into a byte, and texts have sketches. */
const SHORT: i32 = 255
const ROWS: i32 = 8
const GROUP_ENTRY: usize = 12
const CANDIDATE: usize = 8

// The part of the index that is searched; see `addressesOf` in src/memory-index/part.ts.
let signatures: usize = 0
let lengths: usize = 0
let starts: usize = 0
let ends: usize = 0
let usages: usize = 0
let times: usize = 0
let ids: usize = 0
let texts: usize = 0
let sketchStarts: usize = 0
let sketches: usize = 0
/** Twice 101 lists, one per highest possible similarity: of groups of 16 segments, and of candidates. 0 is empty. */
let groupLists: usize = 0
let lists: usize = 0

export function usePart(
  signaturesAt: usize,
  lengthsAt: usize,
  startsAt: usize,
  endsAt: usize,
  usagesAt: usize,
  timesAt: usize,
  idsAt: usize,
  textsAt: usize,
  sketchStartsAt: usize,
  sketchesAt: usize,
  groupListsAt: usize,
  listsAt: usize,
): void {
  signatures = signaturesAt
  lengths = lengthsAt
  starts = startsAt
  ends = endsAt
  usages = usagesAt
  times = timesAt
  ids = idsAt
  texts = textsAt
  sketchStarts = sketchStartsAt
  sketches = sketchesAt
  groupLists = groupListsAt
  lists = listsAt
}

// The query; see src/memory-index/query.ts.
let queryLength: i32 = 0
let words: i32 = 0
/** Of each group its count 16 times, to be compared with 16 segments at once. */
let querySignature: usize = 0
/** Per 8 characters of the query: for each of the 16 kinds of a sketch, which of them are of that kind. */
let querySketch: usize = 0
/** From the upper bits of a character to the table of its lower eight, and from there to its row of bits. */
let pages: usize = 0
let rows: usize = 0
/** Bits of a character: where it stands in the query. A row is `words` words long, row 0 is empty. */
let bits: usize = 0
/** The column of the table of distances that is worked on. */
let column: usize = 0
let groups: usize = 0
let candidates: usize = 0
let version: u32 = 0

export function useQuery(
  length: i32,
  querySignatureAt: usize,
  querySketchAt: usize,
  pagesAt: usize,
  rowsAt: usize,
  bitsAt: usize,
  columnAt: usize,
  groupsAt: usize,
  candidatesAt: usize,
  atVersion: u32,
): void {
  queryLength = length
  words = (length + WORD - 1) / WORD
  querySignature = querySignatureAt
  querySketch = querySketchAt
  pages = pagesAt
  rows = rowsAt
  bits = bitsAt
  column = columnAt
  groups = groupsAt
  candidates = candidatesAt
  version = atVersion
  listedGroups = 0
  listedCandidates = 0
}

// ---------------------------------------------------------------------------------------------------------------------
// The first filter: signatures
//
// Every edit takes at most one character out of what the query has and the text has not. So the characters that are
// missing in the text, counted by groups, are a distance that cannot be undercut; characters that share a group, and
// counts beyond 255, only make it smaller. Where the text is longer, as many edits more are certain.

/** How many groups and candidates stand on the lists of all parts. The first is number 1. */
let listedGroups: u32 = 0
let listedCandidates: u32 = 0

/** Puts those of the segments `from` to `to`, all of this length, on lists that can be within `most` edits of the query. */
export function scan(from: i32, to: i32, length: i32, most: i32): void {
  const certain = max(0, length - queryLength)
  const longer = max(length, queryLength)
  if (certain > most) return
  if (queryLength > SHORT) scanLong(from, to, certain, longer, most - certain)
  else scanShort(from, to, certain, longer, min(most - certain, SHORT))
}

/** 16 segments go on a list together, by the best of them. */
function scanShort(from: i32, to: i32, certain: i32, longer: i32, most: i32): void {
  const allowed = i8x16.splat(<i8>most)
  for (let first = from & -LANES; first < to; first += LANES) {
    const lanes = inside(first, from, to)
    const missing = missingIn(first)
    const passed = i8x16.bitmask(i8x16.le_u(missing, allowed)) & lanes
    if (passed === 0) continue
    v128.store(column, missing)
    let fewest = SHORT
    for (let rest = passed; rest !== 0; rest &= rest - 1) fewest = min(fewest, <i32>load<u8>(column + ctz(rest)))
    const list = groupLists + ((<usize>score(certain + fewest, longer)) << 2)
    const entry = groups + <usize>++listedGroups * GROUP_ENTRY
    store<u32>(entry, <u32>first)
    store<u32>(entry, <u32>lanes, 4)
    store<u32>(entry, load<u32>(list), 8)
    store<u32>(list, listedGroups)
  }
}

/** Of 16 segments, how many characters of the query each misses. For a query of 255 at most, so it fits into a byte. */
function missingIn(first: i32): v128 {
  let at = signatures + <usize>first * GROUPS
  let missing = i8x16.splat(0)
  for (let group = querySignature; group < querySignature + GROUPS * LANES; group += 4 * LANES) {
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(group), v128.load(at)))
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(group, 16), v128.load(at, 16)))
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(group, 32), v128.load(at, 32)))
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(group, 48), v128.load(at, 48)))
    at += 4 * LANES
  }
  return missing
}

/** Long texts become candidates at once. */
function scanLong(from: i32, to: i32, certain: i32, longer: i32, most: i32): void {
  const difference = certain > 0 ? certain : queryLength - lengthOf(from)
  for (let first = from & -LANES; first < to; first += LANES) {
    const at = signatures + <usize>first * GROUPS
    let low = i16x8.splat(0)
    let high = i16x8.splat(0)
    for (let group = 0; group < GROUPS * LANES; group += LANES) {
      const missing = i8x16.sub_sat_u(v128.load(querySignature + group), v128.load(at + group))
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(missing))
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(missing))
    }
    v128.store(column, low)
    v128.store(column, high, 16)
    for (let lane = 0; lane < LANES; lane++) {
      const missing = <i32>load<u16>(column + ((<usize>lane) << 1))
      const segment = first + lane
      if (missing > most || segment < from || segment >= to) continue
      // Where counts were cut off at 255, the lengths can tell more.
      enlist(segment, max(certain + missing, difference), longer)
    }
  }
}

function lengthOf(segment: usize): i32 {
  return <i32>load<u32>(lengths + (segment << 2))
}

/** The lanes of the 16 segments from `first` on that lie between `from` and `to`. */
function inside(first: i32, from: i32, to: i32): i32 {
  const start = from > first ? from - first : 0
  const end = to < first + LANES ? to - first : LANES
  return ((1 << end) - 1) & ~((1 << start) - 1)
}

function enlist(segment: i32, distance: i32, longer: i32): void {
  const list = lists + ((<usize>score(distance, longer)) << 2)
  const entry = candidates + <usize>++listedCandidates * CANDIDATE
  store<u32>(entry, <u32>segment)
  store<u32>(entry, load<u32>(list), 4)
  store<u32>(list, listedCandidates)
}

// ---------------------------------------------------------------------------------------------------------------------
// The second filter: sketches
//
// Texts of one language have much the same letters, so a signature alone tells little when half of the text may differ.
// A sketch has kinds of characters in their order. The distance of two sketches is never more than that of the texts, and
// it is computed for 16 texts at once.

/** With fewer texts left of 16, comparing them one by one is faster. */
const WORTH_SKETCHING: i32 = 3

/** Empties the list of groups of this bound onto lists of candidates. NONE when done, PAUSE when it worked long. */
export function refine(bound: i32, least: i32): i32 {
  const list = groupLists + ((<usize>bound) << 2)
  let work = 0
  for (let entry = load<u32>(list); entry !== 0; entry = load<u32>(list)) {
    if (work > PAUSE_AFTER) return PAUSE
    const at = groups + <usize>entry * GROUP_ENTRY
    store<u32>(list, load<u32>(at, 8))
    work += refineGroup(<i32>load<u32>(at), <i32>load<u32>(at, 4), least)
  }
  return NONE
}

function refineGroup(first: i32, lanes: i32, least: i32): i32 {
  const length = lengthOf(first + ctz(lanes))
  const longer = max(length, queryLength)
  const most = farthest(least, longer)
  const certain = max(0, length - queryLength)
  if (certain > most) return 1
  const missing = missingIn(first)
  let passed = i8x16.bitmask(i8x16.le_u(missing, i8x16.splat(<i8>min(most - certain, SHORT)))) & lanes
  let distances = i8x16.splat(0)
  let work = 32
  const start = load<u32>(sketchStarts + ((<usize>first / LANES) << 2))
  if (popcnt(passed) > WORTH_SKETCHING && start !== NO_SKETCH && queryLength > 0) {
    distances = sketchDistances(sketches + ((<usize>start) << 4), length, most, passed)
    passed &= i8x16.bitmask(i8x16.le_u(distances, i8x16.splat(<i8>min(most, SHORT))))
    work += length * (min(most, queryLength) / ROWS + 2)
  }
  v128.store(column, missing)
  v128.store(column, distances, 16)
  while (passed !== 0) {
    const lane = ctz(passed)
    passed &= passed - 1
    const distance = max(certain + <i32>load<u8>(column + lane), <i32>load<u8>(column + lane, 16))
    enlist(first + lane, distance, longer)
  }
  return work
}

/**
 * Myers' distance of 16 sketches of this length to the query's, in blocks of 8 rows, a byte per text; given up when all
 * that are wanted are too far. As in `distanceInWords`, only blocks within reach of `most` edits are computed; beyond `most` a distance may come out wrong
 * in either direction, but never within it.
 */
function sketchDistances(sketch: usize, length: i32, most: i32, wanted: i32): v128 {
  if (abs(length - queryLength) > most) return i8x16.splat(-1)
  const bottom = (queryLength - 1) / ROWS
  const edgeRow: i32 = 1 << ((queryLength - 1) & (ROWS - 1))
  const edge = i8x16.splat(<i8>edgeRow)
  const below = (most + queryLength - length) >> 1
  const above = (most - queryLength + length) >> 1
  const ones = i8x16.splat(-1)
  const zero = i8x16.splat(0)
  const one = i8x16.splat(1)
  const state = column + LANES

  let last = min(bottom, below / ROWS)
  for (let block = 0; block <= last; block++) {
    v128.store(state + ((<usize>block) << 5), ones)
    v128.store(state + ((<usize>block) << 5), zero, 16)
  }
  let distance = i8x16.splat(<i8>min(SHORT, last === bottom ? queryLength : (last + 1) * ROWS))

  for (let step = 0; step < length; step++) {
    const kinds = v128.load(sketch + ((<usize>step) << 4))
    if (last < bottom && step + below >= (last + 1) * ROWS) {
      last++
      v128.store(state + ((<usize>last) << 5), ones)
      v128.store(state + ((<usize>last) << 5), zero, 16)
      distance = i8x16.add_sat_u(distance, i8x16.splat(<i8>(last === bottom ? queryLength - last * ROWS : ROWS)))
    }
    const first = max(0, step - above) / ROWS
    // Differences along the upper edge: -1 in the lanes where it goes up, or down.
    let up = ones
    let down = zero
    let at = state + ((<usize>first) << 5)
    let table = querySketch + ((<usize>first) << 4)
    for (let block = first; block < last; block++) {
      const plus = v128.load(at)
      const minus = v128.load(at, 16)
      const equal = i8x16.swizzle(v128.load(table), kinds)
      const vertical = v128.or(equal, minus)
      const matched = v128.or(equal, v128.and(down, one))
      const horizontal = v128.or(v128.xor(i8x16.add(v128.and(matched, plus), plus), plus), matched)
      const ups = v128.or(minus, v128.not(v128.or(horizontal, plus)))
      const downs = v128.and(plus, horizontal)
      const upsIn = i8x16.sub(i8x16.add(ups, ups), up)
      const downsIn = i8x16.sub(i8x16.add(downs, downs), down)
      up = i8x16.lt_s(ups, zero)
      down = i8x16.lt_s(downs, zero)
      v128.store(at, v128.or(downsIn, v128.not(v128.or(vertical, upsIn))))
      v128.store(at, v128.and(upsIn, vertical), 16)
      at += 32
      table += 16
    }
    // The lowest block, where the distance is counted.
    const plus = v128.load(at)
    const minus = v128.load(at, 16)
    const equal = i8x16.swizzle(v128.load(table), kinds)
    const vertical = v128.or(equal, minus)
    const matched = v128.or(equal, v128.and(down, one))
    const horizontal = v128.or(v128.xor(i8x16.add(v128.and(matched, plus), plus), plus), matched)
    const ups = v128.or(minus, v128.not(v128.or(horizontal, plus)))
    const downs = v128.and(plus, horizontal)
    const upsIn = i8x16.sub(i8x16.add(ups, ups), up)
    const downsIn = i8x16.sub(i8x16.add(downs, downs), down)
    v128.store(at, v128.or(downsIn, v128.not(v128.or(vertical, upsIn))))
    v128.store(at, v128.and(upsIn, vertical), 16)
    const lowest = last === bottom ? edge : i8x16.splat(-128)
    distance = i8x16.add_sat_u(distance, v128.and(i8x16.eq(v128.and(ups, lowest), lowest), one))
    distance = i8x16.sub_sat_u(distance, v128.and(i8x16.eq(v128.and(downs, lowest), lowest), one))
    if ((step & 7) !== 7) continue
    // Rows further up are at most so much nearer as they are rows away, and have as far to go to the end.
    const edgeRows = last === bottom ? queryLength : (last + 1) * ROWS
    const reach = most + edgeRows - (step + 1) - (queryLength - length)
    if (reach >= SHORT) continue
    if ((i8x16.bitmask(i8x16.le_u(distance, i8x16.splat(<i8>reach))) & wanted) === 0) return ones
  }
  return last === bottom ? distance : ones
}

/** As in similarity.ts, in whole numbers. */
function score(distance: i32, longer: i32): i32 {
  if (distance === 0) return 100
  return min(99, (200 * (longer - distance) + longer) / (2 * longer))
}

/** The longest distance that still gives the similarity. */
function farthest(similarity: i32, longer: i32): i32 {
  return similarity === 100 ? 0 : (longer * (201 - 2 * similarity)) / 200
}

// ---------------------------------------------------------------------------------------------------------------------
// The verification

let found: i32 = 0

/** The distance of the segment that `verify` returned last. */
export function foundDistance(): i32 {
  return found
}

export const NONE: i32 = -1
export const PAUSE: i32 = -2

/** About 5 ms of work: then the caller may see whether the search is still wanted. */
const PAUSE_AFTER: i32 = 1_000_000

/**
 * Takes candidates from the list of `bound` until one reaches `least`, and returns it; NONE when the list is empty, PAUSE
 * when it worked long. Where `bound` is `least`, a candidate can only draw level with the worst match so far, and those
 * that would lose against it by usage, time and id are not even compared.
 */
export function verify(bound: i32, least: i32, worstUsage: f64, worstTime: f64, worstId: f64): i32 {
  const list = lists + ((<usize>bound) << 2)
  let work = 0
  for (let entry = load<u32>(list); entry !== 0; entry = load<u32>(list)) {
    if (work > PAUSE_AFTER) return PAUSE
    const at = candidates + <usize>entry * CANDIDATE
    const segment = <usize>load<u32>(at)
    store<u32>(list, load<u32>(at, 4))
    const end = load<u32>(ends + (segment << 2))
    if (end !== 0 && end <= version) continue
    if (bound === least && loses(segment, worstUsage, worstTime, worstId)) continue
    const length = lengthOf(segment)
    const most = farthest(least, max(length, queryLength))
    const text = texts + ((<usize>load<u32>(starts + (segment << 2))) << 1)
    work += length * words + 16
    const distance = distanceTo(text, length, most)
    if (distance > most) continue
    found = distance
    return <i32>segment
  }
  return NONE
}

function loses(segment: usize, worstUsage: f64, worstTime: f64, worstId: f64): bool {
  const usage = load<f64>(usages + (segment << 3))
  if (usage !== worstUsage) return usage < worstUsage
  const time = load<f64>(times + (segment << 3))
  if (time !== worstTime) return time < worstTime
  return load<f64>(ids + (segment << 3)) < worstId
}

function distanceTo(text: usize, length: i32, most: i32): i32 {
  if (words === 0) return length
  return words === 1 ? distanceInWord(text, length, most) : distanceInWords(text, length, most)
}

/** The row of bits of a character. */
function rowOf(character: u32): usize {
  const page = <usize>load<u16>(pages + <usize>((character >> 8) << 1))
  return <usize>load<u32>(rows + (((page << 8) + (character & 255)) << 2))
}

// Texts are UTF-16. A pair of surrogates is one character, a lone one too; no text ends so that it could pair with the
// beginning of the next.
function isPair(unit: u32, at: usize): bool {
  return (unit & 0xfc00) === 0xd800 && (<u32>load<u16>(at) & 0xfc00) === 0xdc00
}

function paired(unit: u32, at: usize): u32 {
  return 0x10000 + ((unit & 0x3ff) << 10) + (<u32>load<u16>(at) & 0x3ff)
}

/** Myers' distance for a query of 1 to 64 characters, or anything above `most` as soon as it is certain. */
function distanceInWord(text: usize, length: i32, most: i32): i32 {
  const edge: u64 = 1 << (<u64>queryLength - 1)
  let plus: u64 = ~0
  let minus: u64 = 0
  let distance = queryLength
  let at = text
  for (let rest = length - 1; rest >= 0; rest--) {
    let character = <u32>load<u16>(at)
    at += 2
    if (isPair(character, at)) {
      character = paired(character, at)
      at += 2
    }
    const equal = load<u64>(bits + rowOf(character))
    const vertical = equal | minus
    const horizontal = (((equal & plus) + plus) ^ plus) | equal
    let up = minus | ~(horizontal | plus)
    let down = plus & horizontal
    distance += <i32>((up & edge) !== 0) - <i32>((down & edge) !== 0)
    if (distance - rest > most) return most + 1
    up = (up << 1) | 1
    down <<= 1
    plus = down | ~(vertical | up)
    minus = up & vertical
  }
  return distance
}

const STATE: usize = 24

/**
 * The same for longer queries, in blocks of 64 rows. Only blocks that an alignment within `most` edits can pass through
 * are computed: `first` to `last`. What lies outside is taken to grow by one per step, which is never less than it is,
 * so a distance within `most` comes out exactly and a longer one not too short.
 */
function distanceInWords(text: usize, length: i32, most: i32): i32 {
  if (abs(length - queryLength) > most) return most + 1
  const bottom = words - 1
  const edge: u64 = 1 << ((<u64>queryLength - 1) & 63)
  // How far an alignment may leave the diagonal downwards and upwards and still come back in time.
  const below = (most + queryLength - length) >> 1
  const above = (most - queryLength + length) >> 1
  let first = 0
  let last = min(bottom, below / WORD)
  for (let block = 0; block <= last; block++) open(block, block * WORD)

  let at = text
  for (let step = 0; step < length; step++) {
    let character = <u32>load<u16>(at)
    at += 2
    if (isPair(character, at)) {
      character = paired(character, at)
      at += 2
    }
    while (last < bottom && step + below >= (last + 1) * WORD && edgeOf(last) <= most + 1) {
      open(last + 1, edgeOf(last))
      last++
    }
    const row = bits + rowOf(character)
    let up: u64 = 1
    let down: u64 = 0
    for (let block = first; block <= last; block++) {
      const state = column + <usize>block * STATE
      const equal = load<u64>(row + ((<usize>block) << 3))
      const plus = load<u64>(state)
      const minus = load<u64>(state, 8)
      const vertical = equal | minus
      const matched = equal | down
      const horizontal = (((matched & plus) + plus) ^ plus) | matched
      const ups = minus | ~(horizontal | plus)
      const downs = plus & horizontal
      const lowest: u64 = block === bottom ? edge : 0x8000000000000000
      const upIn = up
      const downIn = down
      up = <u64>((ups & lowest) !== 0)
      down = <u64>((downs & lowest) !== 0)
      const upsIn = (ups << 1) | upIn
      const downsIn = (downs << 1) | downIn
      store<u64>(state, downsIn | ~(vertical | upsIn))
      store<u64>(state, upsIn & vertical, 8)
      store<i32>(state, load<i32>(state, 16) + <i32>up - <i32>down, 16)
    }
    // A block is 63 rows higher at its top than at its lower edge at most, so none of its cells can be within reach.
    while (last > first && edgeOf(last) > most + WORD) last--
    while (first < last && (edgeOf(first) > most + WORD || (first + 1) * WORD <= step + 1 - above)) first++
    if (first === last && edgeOf(first) > most + WORD) return most + 1
  }
  return last === bottom ? edgeOf(bottom) : most + 1
}

function edgeOf(block: i32): i32 {
  return load<i32>(column + <usize>block * STATE, 16)
}

/** Begins a block below a row of this distance. */
function open(block: i32, distance: i32): void {
  const state = column + <usize>block * STATE
  store<u64>(state, ~0)
  store<u64>(state, 0, 8)
  store<i32>(state, distance + min(WORD, queryLength - block * WORD), 16)
}
