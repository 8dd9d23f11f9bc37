import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editorAction, gridAction } from '../keys.ts'

const pressed = (combination: string) => {
  const names = combination.split('+')
  return {
    key: names.at(-1) ?? '',
    ctrlKey: names.includes('Ctrl'),
    metaKey: false,
    altKey: names.includes('Alt'),
    shiftKey: names.includes('Shift'),
  }
}
const settings = { isRightToLeft: false, hasLetters: true }
const kindOf = (combination: string, changed = {}) =>
  gridAction(pressed(combination), { ...settings, ...changed })?.kind

test('single letters can be switched off', () => {
  assert.equal(kindOf('a'), 'approve')
  assert.equal(kindOf('Shift+?'), 'shortcuts')
  assert.equal(kindOf('a', { hasLetters: false }), undefined)
  assert.equal(kindOf('Shift+?', { hasLetters: false }), undefined)
})

test('what browsers and systems keep for themselves is left to them', () => {
  for (const combination of ['Ctrl+n', 'Ctrl+t', 'Ctrl+w', 'Ctrl+1', 'Ctrl+c', 'Ctrl+/', 'Alt+ArrowLeft', 'Tab'])
    assert.deepEqual([kindOf(combination), editorAction(pressed(combination))], [undefined, undefined], combination)
})

test('where texts run from right to left, the left arrow goes on', () => {
  assert.deepEqual(gridAction(pressed('ArrowLeft'), settings), { kind: 'column', by: -1 })
  assert.deepEqual(gridAction(pressed('ArrowLeft'), { ...settings, isRightToLeft: true }), { kind: 'column', by: 1 })
})

test('keys that work while somebody types need Alt or are no characters', () => {
  assert.equal(editorAction(pressed('Alt+ArrowDown')), 'next')
  assert.equal(editorAction(pressed('Alt+Shift+ArrowDown')), 'nextToWork')
  assert.equal(editorAction(pressed('Shift+F6')), 'previousArea')
  assert.equal(editorAction(pressed('ArrowDown')), undefined)
})
