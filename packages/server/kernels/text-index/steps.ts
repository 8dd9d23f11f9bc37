// One step of a comparison of sketches: a character of each of the 16 texts, followed down blocks of 8 rows of the query.

import { kindsAt } from './batch'

/** A block has two vectors: rows that are not higher than the one above them, and rows that are lower. */
export const BLOCK: usize = 32
const LOWER: usize = 16

/** From the block at `start` to that at `end`; `table` is the query's for the first of them. */
export function followStep(step: i32, start: usize, end: usize, table: usize): void {
  const kinds = v128.load(kindsAt(step))
  const lowerHalves = v128.and(kinds, i8x16.splat(15))
  const upperHalves = i8x16.shr_u(kinds, 4)
  // Differences along the upper edge: 1 in the lanes where it goes up, or down.
  let up = i8x16.splat(1)
  let down = i8x16.splat(0)
  for (let at = start; at <= end; at += BLOCK) {
    const level = v128.load(at)
    const lower = v128.load(at, LOWER)
    const diagonal = diagonalOf(level, lower, v128.or(equalIn(table, lowerHalves, upperHalves), down))
    const ups = upsOf(level, lower, diagonal)
    const downs = downsOf(level, diagonal)
    const upsIn = shiftedIn(ups, up)
    v128.store(at, levelOf(diagonal, upsIn, shiftedIn(downs, down)))
    v128.store(at, lowerOf(diagonal, upsIn), LOWER)
    up = lastOf(ups)
    down = lastOf(downs)
    table += BLOCK
  }
}

/**
 * Two steps, the second (B) one block behind the first (A): neither waits for the other, and a block is read and written
 * once for both. On a small ARM core, which cannot look far ahead, a search took a sixth less. Two blocks in a row, so that
 * half as much is moved between registers, took another 4 % off.
 */
export function followTwoSteps(step: i32, start: usize, end: usize, table: usize): void {
  const kindsA = v128.load(kindsAt(step))
  const kindsB = v128.load(kindsAt(step + 1))
  const lowerHalvesA = v128.and(kindsA, i8x16.splat(15))
  const upperHalvesA = i8x16.shr_u(kindsA, 4)
  const lowerHalvesB = v128.and(kindsB, i8x16.splat(15))
  const upperHalvesB = i8x16.shr_u(kindsB, 4)

  const level = v128.load(start)
  const lower = v128.load(start, LOWER)
  const diagonal = diagonalOf(level, lower, equalIn(table, lowerHalvesA, upperHalvesA))
  const ups = upsOf(level, lower, diagonal)
  const downs = downsOf(level, diagonal)
  const upsIn = shiftedIn(ups, i8x16.splat(1))
  let upA = lastOf(ups)
  let downA = lastOf(downs)
  let upB = i8x16.splat(1)
  let downB = i8x16.splat(0)
  // The block between the two, after the first step.
  let levelB = levelOf(diagonal, upsIn, i8x16.add(downs, downs))
  let lowerB = lowerOf(diagonal, upsIn)
  let at = start
  for (; at + BLOCK < end; at += 2 * BLOCK) {
    const diagonalB1 = diagonalOf(levelB, lowerB, v128.or(equalIn(table, lowerHalvesB, upperHalvesB), downB))
    const levelA1 = v128.load(at, BLOCK)
    const lowerA1 = v128.load(at, BLOCK + LOWER)
    const diagonalA1 = diagonalOf(levelA1, lowerA1, v128.or(equalIn(table + BLOCK, lowerHalvesA, upperHalvesA), downA))
    const upsB1 = upsOf(levelB, lowerB, diagonalB1)
    const downsB1 = downsOf(levelB, diagonalB1)
    const upsA1 = upsOf(levelA1, lowerA1, diagonalA1)
    const downsA1 = downsOf(levelA1, diagonalA1)
    const upsInB1 = shiftedIn(upsB1, upB)
    const upsInA1 = shiftedIn(upsA1, upA)
    v128.store(at, levelOf(diagonalB1, upsInB1, shiftedIn(downsB1, downB)))
    v128.store(at, lowerOf(diagonalB1, upsInB1), LOWER)
    const levelB1 = levelOf(diagonalA1, upsInA1, shiftedIn(downsA1, downA))
    const lowerB1 = lowerOf(diagonalA1, upsInA1)
    const upB1 = lastOf(upsB1)
    const downB1 = lastOf(downsB1)
    const upA1 = lastOf(upsA1)
    const downA1 = lastOf(downsA1)

    const diagonalB2 = diagonalOf(levelB1, lowerB1, v128.or(equalIn(table + BLOCK, lowerHalvesB, upperHalvesB), downB1))
    const levelA2 = v128.load(at, 2 * BLOCK)
    const lowerA2 = v128.load(at, 2 * BLOCK + LOWER)
    const diagonalA2 = diagonalOf(
      levelA2,
      lowerA2,
      v128.or(equalIn(table + 2 * BLOCK, lowerHalvesA, upperHalvesA), downA1),
    )
    const upsB2 = upsOf(levelB1, lowerB1, diagonalB2)
    const downsB2 = downsOf(levelB1, diagonalB2)
    const upsA2 = upsOf(levelA2, lowerA2, diagonalA2)
    const downsA2 = downsOf(levelA2, diagonalA2)
    const upsInB2 = shiftedIn(upsB2, upB1)
    const upsInA2 = shiftedIn(upsA2, upA1)
    v128.store(at, levelOf(diagonalB2, upsInB2, shiftedIn(downsB2, downB1)), BLOCK)
    v128.store(at, lowerOf(diagonalB2, upsInB2), BLOCK + LOWER)
    levelB = levelOf(diagonalA2, upsInA2, shiftedIn(downsA2, downA1))
    lowerB = lowerOf(diagonalA2, upsInA2)
    upB = lastOf(upsB2)
    downB = lastOf(downsB2)
    upA = lastOf(upsA2)
    downA = lastOf(downsA2)
    table += 2 * BLOCK
  }
  if (at < end) {
    const diagonalB1 = diagonalOf(levelB, lowerB, v128.or(equalIn(table, lowerHalvesB, upperHalvesB), downB))
    const levelA1 = v128.load(at, BLOCK)
    const lowerA1 = v128.load(at, BLOCK + LOWER)
    const diagonalA1 = diagonalOf(levelA1, lowerA1, v128.or(equalIn(table + BLOCK, lowerHalvesA, upperHalvesA), downA))
    const upsB1 = upsOf(levelB, lowerB, diagonalB1)
    const downsB1 = downsOf(levelB, diagonalB1)
    const upsA1 = upsOf(levelA1, lowerA1, diagonalA1)
    const downsA1 = downsOf(levelA1, diagonalA1)
    const upsInB1 = shiftedIn(upsB1, upB)
    const upsInA1 = shiftedIn(upsA1, upA)
    v128.store(at, levelOf(diagonalB1, upsInB1, shiftedIn(downsB1, downB)))
    v128.store(at, lowerOf(diagonalB1, upsInB1), LOWER)
    levelB = levelOf(diagonalA1, upsInA1, shiftedIn(downsA1, downA))
    lowerB = lowerOf(diagonalA1, upsInA1)
    upB = lastOf(upsB1)
    downB = lastOf(downsB1)
    upA = lastOf(upsA1)
    downA = lastOf(downsA1)
    at += BLOCK
    table += BLOCK
  }
  const diagonalB = diagonalOf(levelB, lowerB, v128.or(equalIn(table, lowerHalvesB, upperHalvesB), downB))
  const upsInB = shiftedIn(upsOf(levelB, lowerB, diagonalB), upB)
  v128.store(at, levelOf(diagonalB, upsInB, shiftedIn(downsOf(levelB, diagonalB), downB)))
  v128.store(at, lowerOf(diagonalB, upsInB), LOWER)
}

/** Rows whose character is that of the text. */
function equalIn(table: usize, lowerHalves: v128, upperHalves: v128): v128 {
  const ofLower = i8x16.relaxed_swizzle(v128.load(table), lowerHalves)
  const ofUpper = i8x16.relaxed_swizzle(v128.load(table, 16), upperHalves)
  return v128.and(ofLower, ofUpper)
}

/** Rows that are as high as the one above them was a step before. */
function diagonalOf(level: v128, lower: v128, equal: v128): v128 {
  const sum = i8x16.sub(level, v128.andnot(equal, level))
  return v128.or(v128.xor(sum, level), v128.or(equal, lower))
}

/** Rows that are higher than they were a step before, and rows that are lower. */
function upsOf(level: v128, lower: v128, diagonal: v128): v128 {
  return v128.or(lower, v128.andnot(level, diagonal))
}

function downsOf(level: v128, diagonal: v128): v128 {
  return v128.andnot(diagonal, level)
}

/** The same of the row above each. */
function shiftedIn(rows: v128, first: v128): v128 {
  return v128.or(i8x16.add(rows, rows), first)
}

function lastOf(rows: v128): v128 {
  return i8x16.shr_u(rows, 7)
}

function levelOf(diagonal: v128, upsIn: v128, downsIn: v128): v128 {
  return v128.andnot(v128.or(diagonal, upsIn), downsIn)
}

function lowerOf(diagonal: v128, upsIn: v128): v128 {
  return v128.and(upsIn, diagonal)
}
