import { enlist, enlistGroup } from './lists'
import {
  column,
  GROUPS,
  LANES,
  lengthOf,
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

/** Puts those of the segments `from` to `to`, all of this length, on lists that can be within `most` edits of the query. */
export function scan(from: i32, to: i32, length: i32, most: i32): void {
  const certain = max(0, length - queryLength)
  const longer = max(length, queryLength)
  if (certain > most) return
  let run = from / RUN
  run += (share + shares - (run % shares)) % shares
  for (let start = run * RUN; start < to; start += RUN * shares) {
    const first = max(from, start)
    const end = min(to, start + RUN)
    if (queryLength > SHORT) scanLong(first, end, certain, longer, most - certain)
    else scanShort(first, end, length, certain, longer, min(most - certain, SHORT))
  }
}

const ALL_LANES: i32 = (1 << LANES) - 1

/** 16 segments go on a list together, by the best of them. */
function scanShort(from: i32, to: i32, length: i32, certain: i32, longer: i32, most: i32): void {
  const allowed = i8x16.splat(<i8>most)
  for (let first = from & -LANES; first < to; first += LANES) {
    const lanes = inside(first, from, to)
    const missing = missingIn(first)
    const passed = i8x16.bitmask(i8x16.le_u(missing, allowed)) & lanes
    if (passed === 0) continue
    const entry = enlistGroup(first, lanes, length, certain + fewestOf(missing, lanes), longer)
    v128.store(entry, missing, 16)
  }
}

function fewestOf(missing: v128, lanes: i32): i32 {
  if (lanes === ALL_LANES) {
    let fewest = i8x16.min_u(missing, v128.shuffle<i64>(missing, missing, 1, 0))
    fewest = i8x16.min_u(fewest, v128.shuffle<i32>(fewest, fewest, 1, 0, 1, 0))
    const word = i32x4.extract_lane(fewest, 0)
    return min(min(word & 255, (word >> 8) & 255), min((word >> 16) & 255, (word >> 24) & 255))
  }
  v128.store(column, missing)
  let fewest = SHORT
  for (let rest = lanes; rest !== 0; rest &= rest - 1) fewest = min(fewest, <i32>load<u8>(column + ctz(rest)))
  return fewest
}

/** Of 16 segments, how many characters of the query each misses. For a query of 255 at most, so it fits into a byte. */
function missingIn(first: i32): v128 {
  const at = signatures + <usize>first * GROUPS
  let missing = i8x16.splat(0)
  for (let entry = querySignature; entry < querySignatureEnd; entry += 4 * SIGNATURE_ENTRY) {
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(entry), v128.load(at + load<u32>(entry, 16))))
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(entry, 32), v128.load(at + load<u32>(entry, 48))))
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(entry, 64), v128.load(at + load<u32>(entry, 80))))
    missing = i8x16.add(missing, i8x16.sub_sat_u(v128.load(entry, 96), v128.load(at + load<u32>(entry, 112))))
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
    for (let entry = querySignature; entry < querySignatureEnd; entry += SIGNATURE_ENTRY) {
      const missing = i8x16.sub_sat_u(v128.load(entry), v128.load(at + load<u32>(entry, LANES)))
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

/** The lanes of the 16 segments from `first` on that lie between `from` and `to`. */
function inside(first: i32, from: i32, to: i32): i32 {
  const start = from > first ? from - first : 0
  const end = to < first + LANES ? to - first : LANES
  return ((1 << end) - 1) & ~((1 << start) - 1)
}
