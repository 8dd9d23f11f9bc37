import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from '../source-parts.ts'

const term = (start: number, end: number, isForbidden = false) => ({ start, end, isForbidden })

test('a text is cut at its terms and placeholders, and nothing of it is lost', () => {
  const text = '{count} items in your cart'
  const parts = partsOf(text, [term(22, 26)], [{ start: 0, end: 7 }])
  assert.equal(parts.map((part) => part.text).join(''), text)
  assert.deepEqual(
    parts.filter(({ isTerm }) => isTerm).map((part) => part.text),
    ['cart'],
  )
  assert.deepEqual(
    parts.filter(({ isPlaceholder }) => isPlaceholder).map((part) => part.text),
    ['{count}'],
  )
})

test('terms may overlap; what is forbidden is so wherever it stands', () => {
  const parts = partsOf('shopping cart', [term(0, 13), term(9, 13, true)], [])
  assert.deepEqual(
    parts.map(({ text, isTerm, isForbidden }) => [text, isTerm, isForbidden]),
    [
      ['shopping ', true, false],
      ['cart', true, true],
    ],
  )
})

test('a text without terms is one part, an empty one none', () => {
  assert.equal(partsOf('cart', [], []).length, 1)
  assert.deepEqual(partsOf('', [], []), [])
})

test('ten thousand terms take no noticeable time', () => {
  const text = 'cart '.repeat(10_000)
  const hits = Array.from({ length: 10_000 }, (_, index) => term(index * 5, index * 5 + 4))
  assert.equal(partsOf(text, hits, []).filter(({ isTerm }) => isTerm).length, 10_000)
})
