import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRowAction } from '../open-row-keys.ts'

const press = (keys: string, isMac = false) => {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  return openRowAction(
    {
      key,
      code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
      ctrlKey: parts.includes('Ctrl'),
      metaKey: parts.includes('Meta'),
      altKey: parts.includes('Alt'),
      shiftKey: parts.includes('Shift'),
    },
    isMac,
  )
}

test('the keys of an open row', () => {
  assert.equal(press('Ctrl+Enter'), 'saveAndNext')
  assert.equal(press('Ctrl+Shift+Enter'), 'approveAndNext')
  assert.equal(press('Ctrl+s'), 'save')
  assert.equal(press('Alt+c'), 'copySource')
  assert.equal(press('Alt+p'), 'insertMissing')
})

test('⌘ and ⌃⇧ on macOS', () => {
  assert.equal(press('Meta+Enter', true), 'saveAndNext')
  assert.equal(press('Ctrl+Shift+c', true), 'copySource')
  assert.equal(press('Alt+c', true), undefined)
})

test('whatever else is pressed is left to others', () => {
  for (const keys of ['Enter', 's', 'Ctrl+Alt+s', 'Ctrl+Shift+s', 'Alt+Shift+p', 'Ctrl+c', 'Ctrl+p', 'Alt+ArrowDown'])
    assert.equal(press(keys), undefined, keys)
})
