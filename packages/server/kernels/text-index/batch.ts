// 16 sketches that are compared at once. Each lies in memory as it is; here they are turned, 16 characters at a time, so
// that the characters of all 16 at one step lie together.

import { batch, LANES } from './searched'

const SEGMENTS: usize = 64
const TURNED: usize = 128
/** All of it; 16 steps of 16 texts come last. */
export const BATCH: usize = TURNED + 16 * 16

let count: i32 = 0

export function batchSize(): i32 {
  return count
}

export function clearBatch(): void {
  count = 0
}

export function addToBatch(segment: i32, sketch: usize): void {
  const at = batch + ((<usize>count) << 2)
  count++
  store<u32>(at, <u32>sketch)
  store<u32>(at, <u32>segment, SEGMENTS)
}

export function segmentInBatch(lane: i32): i32 {
  return <i32>load<u32>(batch + ((<usize>lane) << 2), SEGMENTS)
}

/** Before they are read: places that are left over show what the first does. */
export function fillBatch(): void {
  const sketch = load<u32>(batch)
  for (let lane = count; lane < LANES; lane++) store<u32>(batch + ((<usize>lane) << 2), sketch)
}

/** The kinds of the characters at this step, when its 16 steps were read. */
export function kindsAt(step: i32): usize {
  return batch + TURNED + ((<usize>(step & (LANES - 1))) << 4)
}

/**
 * Reads 16 steps. Rows of 16 bytes are turned by four times laying each of the first eight and its counterpart in the
 * other half together, byte by byte. All in registers: through memory it took two and a half times as long.
 */
export function readSketches(step: i32): void {
  const a0 = charactersOf(0, step)
  const a1 = charactersOf(1, step)
  const a2 = charactersOf(2, step)
  const a3 = charactersOf(3, step)
  const a4 = charactersOf(4, step)
  const a5 = charactersOf(5, step)
  const a6 = charactersOf(6, step)
  const a7 = charactersOf(7, step)
  const a8 = charactersOf(8, step)
  const a9 = charactersOf(9, step)
  const a10 = charactersOf(10, step)
  const a11 = charactersOf(11, step)
  const a12 = charactersOf(12, step)
  const a13 = charactersOf(13, step)
  const a14 = charactersOf(14, step)
  const a15 = charactersOf(15, step)
  const b0 = low(a0, a8)
  const b1 = high(a0, a8)
  const b2 = low(a1, a9)
  const b3 = high(a1, a9)
  const b4 = low(a2, a10)
  const b5 = high(a2, a10)
  const b6 = low(a3, a11)
  const b7 = high(a3, a11)
  const b8 = low(a4, a12)
  const b9 = high(a4, a12)
  const b10 = low(a5, a13)
  const b11 = high(a5, a13)
  const b12 = low(a6, a14)
  const b13 = high(a6, a14)
  const b14 = low(a7, a15)
  const b15 = high(a7, a15)
  const c0 = low(b0, b8)
  const c1 = high(b0, b8)
  const c2 = low(b1, b9)
  const c3 = high(b1, b9)
  const c4 = low(b2, b10)
  const c5 = high(b2, b10)
  const c6 = low(b3, b11)
  const c7 = high(b3, b11)
  const c8 = low(b4, b12)
  const c9 = high(b4, b12)
  const c10 = low(b5, b13)
  const c11 = high(b5, b13)
  const c12 = low(b6, b14)
  const c13 = high(b6, b14)
  const c14 = low(b7, b15)
  const c15 = high(b7, b15)
  const d0 = low(c0, c8)
  const d1 = high(c0, c8)
  const d2 = low(c1, c9)
  const d3 = high(c1, c9)
  const d4 = low(c2, c10)
  const d5 = high(c2, c10)
  const d6 = low(c3, c11)
  const d7 = high(c3, c11)
  const d8 = low(c4, c12)
  const d9 = high(c4, c12)
  const d10 = low(c5, c13)
  const d11 = high(c5, c13)
  const d12 = low(c6, c14)
  const d13 = high(c6, c14)
  const d14 = low(c7, c15)
  const d15 = high(c7, c15)
  const to = batch + TURNED
  storeTurned(to, d0, d8)
  storeTurned(to + 32, d1, d9)
  storeTurned(to + 64, d2, d10)
  storeTurned(to + 96, d3, d11)
  storeTurned(to + 128, d4, d12)
  storeTurned(to + 160, d5, d13)
  storeTurned(to + 192, d6, d14)
  storeTurned(to + 224, d7, d15)
}

function charactersOf(lane: usize, step: i32): v128 {
  return v128.load(<usize>load<u32>(batch + (lane << 2)) + step)
}

function storeTurned(to: usize, a: v128, b: v128): void {
  v128.store(to, low(a, b))
  v128.store(to, high(a, b), 16)
}

function low(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
}

function high(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
}
