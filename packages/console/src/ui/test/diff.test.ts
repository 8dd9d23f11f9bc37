import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { difference, type Piece } from '../diff.ts'

const textOf = (pieces: readonly Piece[], kind: Piece['kind']) =>
  pieces.flatMap((piece) => (piece.kind === 'same' || piece.kind === kind ? [piece.text] : [])).join('')

test('names the words that were changed, and no more', () => {
  assert.deepEqual(difference('Your cart is empty', 'Your basket is empty', 'en'), [
    { kind: 'same', text: 'Your ' },
    { kind: 'removed', text: 'cart' },
    { kind: 'added', text: 'basket' },
    { kind: 'same', text: ' is empty' },
  ])
})

test('tells words apart where no space is between them', () => {
  const pieces = difference('私は学生です', '私は先生です', 'ja')
  assert.equal(pieces[0]?.text, '私は')
  assert.equal(pieces.at(-1)?.text, 'です')
})

test('of equal texts there is no difference', () => {
  assert.deepEqual(difference('a b', 'a b', 'en'), [{ kind: 'same', text: 'a b' }])
  assert.deepEqual(difference('', '', 'en'), [])
})

test('both texts are in every difference, whole', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '{n}', 'é', '😀', '\n'), maxLength: 40 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = difference(before, after, 'en')
      assert.equal(textOf(pieces, 'removed'), before)
      assert.equal(textOf(pieces, 'added'), after)
      for (const [index, piece] of pieces.entries()) assert.notEqual(piece.kind, pieces[index + 1]?.kind)
    }),
  )
})

test('two long texts that have little in common are told at once', () => {
  const before = Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(' ')
  const after = Array.from({ length: 10_000 }, (_, index) => `v${index}`).join(' ')
  const pieces = difference(before, after, 'en')
  assert.equal(textOf(pieces, 'added'), after)
})
