import { addToBatch, batchSize, clearBatch, fillBatch, segmentInBatch } from './batch'
import {
  dueMissing,
  endOfGroups,
  enlist,
  firstLength,
  firstOfGroup,
  GROUP_ENTRY,
  isDone,
  listedLength,
  missingOfGroup,
  mostMissing,
  nextGroup,
  nextLength,
  relistGroup,
  setDone,
  setDueMissing,
  setMissingOfGroup,
} from './lists'
import { NONE, PAUSE, PAUSE_AFTER } from './pause'
import { column, LANES, queryLength, ROWS, SHORT, sketches, sketchStarts } from './searched'
import { fewestOf } from './signatures'
import { farthest } from './similarity'
import { sketchDistances } from './sketches'

/**
 * Compares the sketches of all listed segments that can reach `bound`, and makes candidates of those that can still
 * reach `least`. NONE when done, PAUSE when it worked long.
 */
export function refine(bound: i32, least: i32): i32 {
  work = 0
  for (let entry = firstLength(); entry !== 0; entry = nextLength(entry)) {
    refineLength(entry, bound, least)
    if (work > PAUSE_AFTER) return PAUSE
  }
  return NONE
}

let work: i32 = 0

function refineLength(entry: usize, bound: i32, least: i32): void {
  const length = listedLength(entry)
  const longer = max(length, queryLength)
  const certain = max(0, length - queryLength)
  const most = farthest(least, longer)
  if (certain > most) return
  const last = min(farthest(bound, longer) - certain, mostMissing(entry))
  const nearest = bound === 100 ? 0 : farthest(bound + 1, longer) + 1
  let missing = dueMissing(entry)
  const many = bound < GOOD ? MANY : MANY_WHILE_GOOD
  while (missing <= last && refineList(entry, missing, nearest, most, many)) missing++
  setDueMissing(entry, missing)
  if (batchSize() > 0) compareBatch(length, nearest, most)
}

/**
 * From so many of 16 segments on that are due, or soon will be, all are compared that could ever be. As long as good matches
 * are looked for it is likely that enough of them end the search before most come due.
 */
const MANY: i32 = 4
const MANY_WHILE_GOOD: i32 = 9
const GOOD: i32 = 72

/**
 * Takes from the groups what misses just so many characters: often few of 16, so they are compared together with those of
 * other groups. That takes more looking up in memory, which pays until most of them come due. Then those that lie next to
 * the group are taken with it as long as that is so for them, because the processor fetches them ahead. True when nothing
 * is left.
 */
function refineList(entry: usize, missing: i32, nearest: i32, most: i32, many: i32): bool {
  const length = listedLength(entry)
  const certain = max(0, length - queryLength)
  const limit = min(most - certain, mostMissing(entry))
  const distance = certain + missing
  const due = i8x16.splat(<i8>missing)
  const soon = i8x16.splat(<i8>min(limit, missing + max(length / 16, length / 8 - 4)))
  const ever = i8x16.splat(<i8>limit)
  const end = endOfGroups(entry)
  while (work <= PAUSE_AFTER) {
    let group = nextGroup(entry, missing)
    if (group === 0) return true
    if (isDone(group)) continue
    if (areMany(group, soon, many)) {
      for (; group < end && !isDone(group) && areMany(group, soon, many) && work <= PAUSE_AFTER; group += GROUP_ENTRY) {
        setDone(group)
        compareLanes(group, i8x16.le_u(missingOfGroup(group), ever), length, distance, nearest, most)
      }
      continue
    }
    const taken = i8x16.le_u(missingOfGroup(group), due)
    const left = v128.or(missingOfGroup(group), taken)
    const next = fewestOf(left)
    if (next > limit) setDone(group)
    else {
      setMissingOfGroup(group, left)
      relistGroup(entry, next, group)
    }
    compareLanes(group, taken, length, distance, nearest, most)
  }
  return false
}

function areMany(group: usize, soon: v128, many: i32): bool {
  return popcnt(i8x16.bitmask(i8x16.le_u(missingOfGroup(group), soon))) >= many
}

function compareLanes(group: usize, taken: v128, length: i32, distance: i32, nearest: i32, most: i32): void {
  work += 32
  const first = firstOfGroup(group)
  const at = sketchStarts + ((<usize>first / LANES) << 2)
  const start = load<u32>(at)
  const room = load<u32>(at, 4) - start
  const hasSketches = room > 0 && queryLength > 0 && most < SHORT
  for (let lanes = i8x16.bitmask(taken); lanes !== 0; lanes &= lanes - 1) {
    const lane = ctz(lanes)
    if (!hasSketches) {
      enlist(first + lane, max(nearest, distance), max(length, queryLength))
      continue
    }
    addToBatch(first + lane, sketches + ((<usize>start) << 4) + <usize>lane * <usize>room)
    if (batchSize() === LANES) compareBatch(length, nearest, most)
  }
}

/** None is nearer than `nearest`, whatever comes out where values do not fit into a byte, or half of one. */
function compareBatch(length: i32, nearest: i32, most: i32): void {
  const longer = max(length, queryLength)
  fillBatch()
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  const wanted = i8x16.lt_s(lanes, i8x16.splat(<i8>batchSize()))
  const distances = sketchDistances(length, most, wanted)
  v128.store(column, distances)
  let passed = i8x16.bitmask(v128.and(i8x16.le_u(distances, i8x16.splat(<i8>most)), wanted))
  for (; passed !== 0; passed &= passed - 1) {
    const lane = ctz(passed)
    enlist(segmentInBatch(lane), max(nearest, <i32>load<u8>(column + lane)), longer)
  }
  work += length * (min(most, queryLength) / ROWS + 2)
  clearBatch()
}
