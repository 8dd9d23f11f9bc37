import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestionNumber } from '../suggestion-keys.ts'

const pressed = (code: string, held: Partial<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>>) => ({
  code,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
})

test('Alt and a digit name a suggestion; on a Mac Control does, because Alt writes letters there', () => {
  assert.equal(suggestionNumber(pressed('Digit1', { altKey: true }), false), 1)
  assert.equal(suggestionNumber(pressed('Numpad9', { altKey: true }), false), 9)
  assert.equal(suggestionNumber(pressed('Digit1', { altKey: true }), true), undefined)
  assert.equal(suggestionNumber(pressed('Digit1', { ctrlKey: true }), true), 1)
})

test('what browsers and layouts keep for themselves is left alone', () => {
  assert.equal(suggestionNumber(pressed('Digit1', { ctrlKey: true }), false), undefined)
  assert.equal(suggestionNumber(pressed('Digit1', { altKey: true, ctrlKey: true }), false), undefined)
  assert.equal(suggestionNumber(pressed('Digit0', { altKey: true }), false), undefined)
})
