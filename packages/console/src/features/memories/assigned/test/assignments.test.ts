import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moved, penaltyOf, toSend, written } from '../assignments.ts'

const memory = (tmId: number, isWritable = false) => ({ tmId, tmName: `Memory ${tmId}`, isWritable, penalty: 0 })

test('the first of the list is the most important', () => {
  const sent = toSend([memory(7), memory(3, true)])
  assert.deepEqual(
    sent.map(({ tmId, priority, isWritable }) => [tmId, priority, isWritable]),
    [
      [7, 100, false],
      [3, 99, true],
    ],
  )
})

test('up and down change places with the neighbour, and nothing beyond the ends', () => {
  assert.deepEqual(moved([1, 2, 3], 2, -1), [1, 3, 2])
  assert.deepEqual(moved([1, 2, 3], 0, 1), [2, 1, 3])
  assert.deepEqual(moved([1, 2, 3], 0, -1), [1, 2, 3])
})

test('one memory at most is written to', () => {
  assert.deepEqual(
    written([memory(1, true), memory(2)], 2).map(({ isWritable }) => isWritable),
    [false, true],
  )
  assert.deepEqual(
    written([memory(1, true)], null).map(({ isWritable }) => isWritable),
    [false],
  )
})

test('a penalty is a whole number to 100', () => {
  assert.deepEqual(['0', '100', '', '1.5', '-1', '101', 'x'].map(penaltyOf), [0, 100, ...Array(5).fill(undefined)])
})
