import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, type Situation } from '../save-rules.ts'

const FINE: Situation = {
  wish: 'save',
  isReadOnly: false,
  isGone: false,
  isConflict: false,
  isTooLong: false,
  isEmpty: false,
  errors: 0,
  isWarned: false,
}

test('a text without errors goes out', () => {
  assert.deepEqual(judge(FINE), { kind: 'send' })
  assert.deepEqual(judge({ ...FINE, wish: 'approve' }), { kind: 'send' })
})

test('errors are told first, and saved when asked again', () => {
  assert.deepEqual(judge({ ...FINE, errors: 2 }), { kind: 'warn', errors: 2 })
  assert.deepEqual(judge({ ...FINE, errors: 2, isWarned: true }), { kind: 'send' })
})

test('nothing with errors is approved, however often somebody asks', () => {
  const wish = 'approve' as const
  assert.deepEqual(judge({ ...FINE, wish, errors: 1, isWarned: true }), { kind: 'refuse', reason: 'errors' })
})

test('where there is no text, there is nothing to approve', () => {
  assert.deepEqual(judge({ ...FINE, wish: 'approve', isEmpty: true }), { kind: 'refuse', reason: 'empty' })
})

test('a text over its limit is never sent', () => {
  assert.deepEqual(judge({ ...FINE, isTooLong: true, isWarned: true }), { kind: 'refuse', reason: 'tooLong' })
})

test('a conflict is settled first', () => {
  assert.deepEqual(judge({ ...FINE, isConflict: true, errors: 1 }), { kind: 'conflict' })
})

test('what can only be read, or is gone, is not written', () => {
  assert.deepEqual(judge({ ...FINE, isReadOnly: true, isConflict: true }), { kind: 'refuse', reason: 'readOnly' })
  assert.deepEqual(judge({ ...FINE, isGone: true }), { kind: 'refuse', reason: 'gone' })
})
