import { addToBatch, batchSize, clearBatch, fillBatch, segmentInBatch } from './batch'
import {
  dueMissing,
  enlist,
  firstLength,
  firstOfGroup,
  listedLength,
  missingOfGroup,
  mostMissing,
  nextGroup,
  nextLength,
  relistGroup,
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
  while (missing <= last && refineList(entry, missing, nearest, most)) missing++
  setDueMissing(entry, missing)
  if (batchSize() > 0) compareBatch(length, nearest, most)
}

/** From so many of 16 segments on that are due, or soon will be, all are compared that could ever be. */
const MANY: i32 = 5

/**
 * Takes from the groups what misses just so many characters: often few of 16, so they are compared together with those of
 * other groups. That takes more looking up in memory, which pays until most of them come due. True when nothing is left.
 */
function refineList(entry: usize, missing: i32, nearest: i32, most: i32): bool {
  const length = listedLength(entry)
  const certain = max(0, length - queryLength)
  const limit = min(most - certain, mostMissing(entry))
  const due = i8x16.splat(<i8>missing)
  const soon = i8x16.splat(<i8>min(limit, missing + max(length / 16, length / 8 - 4)))
  const ever = i8x16.splat(<i8>limit)
  while (work <= PAUSE_AFTER) {
    const group = nextGroup(entry, missing)
    if (group === 0) return true
    const missed = missingOfGroup(group)
    const areMany = popcnt(i8x16.bitmask(i8x16.le_u(missed, soon))) >= MANY
    const taken = i8x16.le_u(missed, areMany ? ever : due)
    const left = v128.or(missed, taken)
    const next = fewestOf(left)
    if (next <= limit) {
      setMissingOfGroup(group, left)
      relistGroup(entry, next, group)
    }
    compareLanes(firstOfGroup(group), i8x16.bitmask(taken), length, certain + missing, nearest, most)
    work += 32
  }
  return false
}

function compareLanes(first: i32, lanes: i32, length: i32, distance: i32, nearest: i32, most: i32): void {
  const at = sketchStarts + ((<usize>first / LANES) << 2)
  const start = load<u32>(at)
  const room = load<u32>(at, 4) - start
  const hasSketches = room > 0 && queryLength > 0 && most < SHORT
  for (; lanes !== 0; lanes &= lanes - 1) {
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
  const wanted: i32 = (1 << batchSize()) - 1
  const distances = sketchDistances(length, most, wanted)
  v128.store(column, distances)
  let passed = i8x16.bitmask(i8x16.le_u(distances, i8x16.splat(<i8>most))) & wanted
  for (; passed !== 0; passed &= passed - 1) {
    const lane = ctz(passed)
    enlist(segmentInBatch(lane), max(nearest, <i32>load<u8>(column + lane)), longer)
  }
  work += length * (min(most, queryLength) / ROWS + 2)
  clearBatch()
}
