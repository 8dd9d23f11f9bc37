import assert from 'node:assert/strict'
import { test } from 'node:test'
import { between, createSelection, shareOf } from '../selection.ts'

test('Keys are chosen and left again, and everybody is told once', () => {
  const selection = createSelection()
  let told = 0
  const stop = selection.subscribe(() => told++)
  selection.set([3, 1, 2], true)
  assert.deepEqual(selection.ids(), [3, 1, 2])
  selection.set([1], false)
  assert.deepEqual([selection.size, selection.has(1), selection.has(3)], [2, false, true])
  assert.equal(told, 2)
  stop()
  selection.clear()
  assert.equal(told, 2)
  assert.deepEqual(selection.ids(), [])
})

test('What changes nothing is told to nobody', () => {
  const selection = createSelection()
  let told = 0
  selection.subscribe(() => told++)
  selection.set([], true)
  selection.set([5], false)
  selection.clear()
  selection.set([5], true)
  selection.set([5], true)
  assert.equal(told, 1)
})

test('The same list is handed out until something changes', () => {
  const selection = createSelection()
  selection.set([1, 2], true)
  assert.equal(selection.ids(), selection.ids())
})

test('The checkbox above all rows knows none, some and all of the list, whatever else is chosen', () => {
  const selection = createSelection()
  assert.equal(shareOf(selection, [1, 2]), 'none')
  selection.set([1, 9, 8], true)
  assert.equal(shareOf(selection, [1, 2]), 'some')
  assert.equal(shareOf(selection, [3, 4]), 'none')
  selection.set([2], true)
  assert.equal(shareOf(selection, [1, 2]), 'all')
  assert.equal(shareOf(selection, []), 'none')
})

test('From one row to another, both among them, whichever comes first', () => {
  const keyIds = [10, 20, 30, 40]
  assert.deepEqual(between(keyIds, 1, 2), [20, 30])
  assert.deepEqual(between(keyIds, 3, 1), [20, 30, 40])
  assert.deepEqual(between(keyIds, -1, 1), [10, 20])
})
