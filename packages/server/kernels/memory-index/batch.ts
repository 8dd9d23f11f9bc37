// 16 sketches that are compared at once. Each lies in memory as it is; here they are turned, 16 characters at a time, so
// that the characters of all 16 at one step lie together.

import { batch, LANES } from './searched'

const SEGMENTS: usize = 64
const TURNED: usize = 128
const HALF_TURNED: usize = 384

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

/** Reads 16 steps. */
export function readSketches(step: i32): void {
  const half = batch + HALF_TURNED
  const turned = batch + TURNED
  let to = half
  for (let at = batch; at < batch + 32; at += 4) {
    interleave(v128.load(<usize>load<u32>(at) + step), v128.load(<usize>load<u32>(at, 32) + step), to)
    to += 32
  }
  interleaveAll(half, turned)
  interleaveAll(turned, half)
  interleaveAll(half, turned)
}

// Four times this turns 16 rows of 16 bytes.
function interleaveAll(from: usize, to: usize): void {
  const end = from + 128
  for (; from < end; from += 16) {
    interleave(v128.load(from), v128.load(from, 128), to)
    to += 32
  }
}

function interleave(a: v128, b: v128, to: usize): void {
  v128.store(to, v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
  v128.store(to, v128.shuffle<i8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16)
}
