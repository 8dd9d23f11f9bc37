import { readSketches } from './batch'
import { column, LANES, queryLength, querySketch, ROWS, SHORT } from './searched'
import { BLOCK, followStep, followTwoSteps } from './steps'

// The second filter: sketches
//
// Texts of one language have much the same letters, so a signature alone tells little when half of the text may differ.
// A sketch has kinds of characters in their order. The distance of two sketches is never more than that of the texts, and
// it is computed for 16 texts at once.

/**
 * Myers' distance of the 16 sketches of the batch, all of this length, to the query's, in blocks of 8 rows, a byte per
 * text; 255 where it is more than `most`, which is less. A distance may come out too short where values do not fit into a
 * byte.
 *
 * A cell costs its distance and what is certain from there to the end: as many edits as it lies away from the diagonal
 * that ends in the last cell. Along an alignment costs never fall. So every 8 steps, when that diagonal has gone one block
 * further, the blocks are left out that cost more than `most` in all texts that are wanted, and one block more is begun:
 * within 8 steps no alignment that counts can come further down. What lies outside is taken to grow by one per step,
 * which is never less than it is.
 */
export function sketchDistances(length: i32, most: i32, wanted: v128): v128 {
  const none = i8x16.splat(-1)
  const ahead = queryLength - length
  if (abs(ahead) > most) return none
  const zero = i8x16.splat(0)
  const allowed = i8x16.splat(<i8>most)
  const bottom = (queryLength - 1) / ROWS
  const state = column + LANES
  let first = 0
  let last = min(bottom, (most + ahead) / (2 * ROWS) + 1)
  for (let block = 0; block <= last; block++) openSketch(state, block)
  // Distances in the row above the first block.
  let above = zero

  let step = 0
  while (true) {
    const pause = min(length, step + ROWS)
    if ((step & (LANES - 1)) === 0) readSketches(step)
    above = i8x16.add_sat_u(above, i8x16.splat(<i8>(pause - step)))
    const start = state + <usize>first * BLOCK
    const end = state + <usize>last * BLOCK
    const tables = querySketch + <usize>first * BLOCK
    for (; step + 1 < pause; step += 2) followTwoSteps(step, start, end, tables)
    if (step < pause) followStep(step++, start, end, tables)

    // Down the blocks, from the distances above each to those in its last row.
    const goal = step + ahead
    let distance = above
    let reached = -1
    let next = last
    for (let block = first; block <= last; block++) {
      const row = block * ROWS
      if (row >= goal) {
        const cost = i8x16.add_sat_u(distance, i8x16.splat(<i8>min(SHORT, row - goal)))
        if (!v128.any_true(v128.and(i8x16.le_u(cost, allowed), wanted))) {
          next = block - 1
          break
        }
      }
      const at = state + <usize>block * BLOCK
      const higher = v128.not(v128.load(at))
      const lower = v128.load(at, 16)
      if (row < goal && goal <= row + ROWS) {
        const rowsAbove: i32 = (1 << (goal - row)) - 1
        const inside = i8x16.splat(<i8>rowsAbove)
        const reachedHere = i8x16.sub_sat_u(
          i8x16.add_sat_u(distance, i8x16.popcnt(v128.and(higher, inside))),
          i8x16.popcnt(v128.and(lower, inside)),
        )
        wanted = v128.and(wanted, i8x16.le_u(reachedHere, allowed))
        if (step === length) return reachedHere
        if (!v128.any_true(wanted)) return none
        reached = block
      }
      distance = i8x16.sub_sat_u(i8x16.add_sat_u(distance, i8x16.popcnt(higher)), i8x16.popcnt(lower))
      if (row + ROWS < goal) {
        const cost = i8x16.add_sat_u(distance, i8x16.splat(<i8>(goal - row - ROWS)))
        if (!v128.any_true(v128.and(i8x16.le_u(cost, allowed), wanted))) {
          first = block + 1
          above = distance
        }
      }
    }
    if (goal > 0 && reached < 0) return none
    if (next < bottom) {
      next++
      if (next > last) openSketch(state, next)
    }
    last = next
  }
}

/** Begins a block in which every row is higher by one than the row above it. */
function openSketch(state: usize, block: i32): void {
  v128.store(state + <usize>block * BLOCK, i8x16.splat(0))
  v128.store(state + <usize>block * BLOCK, i8x16.splat(0), 16)
}
