import { endLength, enlist, enlistGroup, listLength } from './lists'
import {
  column,
  GROUPS,
  LANES,
  NARROW_BYTES,
  NARROW_ENTRY,
  narrow,
  narrowSignature,
  narrowSignatureEnd,
  queryLength,
  querySignature,
  querySignatureEnd,
  RUN,
  SHORT,
  SIGNATURE_ENTRY,
  share,
  shares,
  signatures,
} from './searched'

// The first filter: signatures
//
// Every edit takes at most one character out of what the query has and the text has not. So the characters that are
// missing in the text, counted by groups, are a distance that cannot be undercut; characters that share a group, and
// counts beyond 255, only make it smaller. Where the text is longer, as many edits more are certain.

/**
 * Of the segments `from` to `to`, all of this length, lists those that can be within `most` edits of the query: 16
 * together, or each as a candidate when it or the query has no sketch.
 */
export function scan(from: i32, to: i32, length: i32, most: i32, hasSketches: bool): void {
  const certain = max(0, length - queryLength)
  if (certain > most) return
  const isShort = hasSketches && queryLength <= SHORT
  const allowed = min(most - certain, queryLength)
  const entry: usize = isShort ? listLength(length, allowed) : 0
  let run = from / RUN
  run += (share + shares - (run % shares)) % shares
  for (let start = run * RUN; start < to; start += RUN * shares) {
    const first = max(from, start)
    const end = min(to, start + RUN)
    if (isShort) scanGroups(first, end, entry, allowed)
    else scanSingly(first, end, length, certain, allowed)
  }
  if (isShort) endLength(entry)
}

function scanGroups(from: i32, to: i32, entry: usize, most: i32): void {
  const allowed = i8x16.splat(<i8>most)
  for (let first = from & -LANES; first < to; first += LANES) {
    let missing = missingIn(first)
    if (first < from || first + LANES > to) missing = v128.or(missing, outside(first, from, to))
    if (!v128.any_true(i8x16.le_u(missing, allowed))) continue
    enlistGroup(entry, fewestOf(missing), first, missing)
  }
}

export function fewestOf(missing: v128): i32 {
  let fewest = i8x16.min_u(missing, v128.shuffle<i64>(missing, missing, 1, 0))
  fewest = i8x16.min_u(fewest, v128.shuffle<i32>(fewest, fewest, 1, 0, 1, 0))
  const word = i32x4.extract_lane(fewest, 0)
  return min(min(word & 255, (word >> 8) & 255), min((word >> 16) & 255, (word >> 24) & 255))
}

function missingIn(first: i32): v128 {
  return first < narrow ? missingInNarrow(first) : missingInWide(first)
}

/** Of 16 segments, how many characters of the query each misses. */
function missingInWide(first: i32): v128 {
  const at = wideAt(first)
  let missing = i8x16.splat(0)
  for (let entry = querySignature; entry < querySignatureEnd; entry += 4 * SIGNATURE_ENTRY) {
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(entry), v128.load(at + load<u32>(entry, 16))))
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(entry, 32), v128.load(at + load<u32>(entry, 48))))
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(entry, 64), v128.load(at + load<u32>(entry, 80))))
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(entry, 96), v128.load(at + load<u32>(entry, 112))))
  }
  return missing
}

/** The same where counts are half a byte. Up to 255, where a long query misses more. */
function missingInNarrow(first: i32): v128 {
  const at = signatures + <usize>first * NARROW_BYTES
  const half = i8x16.splat(15)
  let missing = i8x16.splat(0)
  for (let entry = narrowSignature; entry < narrowSignatureEnd; entry += NARROW_ENTRY) {
    const counts = v128.load(at + load<u32>(entry, 32))
    missing = i8x16.add_sat_u(missing, i8x16.sub_sat_u(v128.load(entry), v128.and(counts, half)))
    missing = i8x16.add_sat_u(missing, i8x16.sub_sat_u(v128.load(entry, 16), i8x16.shr_u(counts, 4)))
  }
  return missing
}

function wideAt(first: i32): usize {
  return signatures + <usize>narrow * NARROW_BYTES + <usize>(first - narrow) * GROUPS
}

function scanSingly(from: i32, to: i32, length: i32, certain: i32, most: i32): void {
  const longer = max(length, queryLength)
  const difference = abs(length - queryLength)
  for (let first = from & -LANES; first < to; first += LANES) {
    if (first < narrow) storeMissing(missingInNarrow(first))
    else storeMissingInWide(wideAt(first))
    for (let lane = 0; lane < LANES; lane++) {
      const missing = <i32>load<u16>(column + ((<usize>lane) << 1))
      const segment = first + lane
      if (missing > most || segment < from || segment >= to) continue
      // Where counts were cut off at 255, the lengths can tell more.
      enlist(segment, max(certain + missing, difference), longer)
    }
  }
}

function storeMissingInWide(at: usize): void {
  let low = i16x8.splat(0)
  let high = i16x8.splat(0)
  for (let entry = querySignature; entry < querySignatureEnd; entry += SIGNATURE_ENTRY) {
    const missing = i8x16.sub_sat_u(v128.load(entry), v128.load(at + load<u32>(entry, LANES)))
    low = i16x8.add(low, i16x8.extend_low_i8x16_u(missing))
    high = i16x8.add(high, i16x8.extend_high_i8x16_u(missing))
  }
  v128.store(column, low)
  v128.store(column, high, 16)
}

function storeMissing(missing: v128): void {
  v128.store(column, i16x8.extend_low_i8x16_u(missing))
  v128.store(column, i16x8.extend_high_i8x16_u(missing), 16)
}

/** All bits of the lanes of the 16 segments from `first` on that do not lie between `from` and `to`. */
function outside(first: i32, from: i32, to: i32): v128 {
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  const before = i8x16.lt_s(lanes, i8x16.splat(<i8>max(0, from - first)))
  const after = i8x16.ge_s(lanes, i8x16.splat(<i8>min(LANES, to - first)))
  return v128.or(before, after)
}
