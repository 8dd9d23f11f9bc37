import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestFirst, rank } from '../rank.ts'

test('The very text is best, then the same in another case, then a start, a word, a part', () => {
  const texts = ['total', 'Total', 'totals', 'cart.total', 'subtotal', 'cart']
  assert.deepEqual(
    texts.map((text) => rank(text, 'total')),
    [5, 4, 3, 2, 1, 0],
  )
})

test('Accents and case do not count', () => {
  assert.equal(rank('Français', 'francais'), 4)
  assert.equal(rank('Übersicht', 'uber'), 3)
})

test('The best comes first, and of equals the shorter; what was found by its text comes last', () => {
  const items = [
    { label: 'welcome', isFound: true },
    { label: 'cart.total.label' },
    { label: 'cart.total' },
    { label: 'Overview' },
  ]
  assert.deepEqual(
    bestFirst(items, 'cart.total', 9).map(({ label }) => label),
    ['cart.total', 'cart.total.label', 'welcome'],
  )
  assert.deepEqual(bestFirst(items, ' ', 2).length, 2)
})

test('What has another name answers to it', () => {
  const items = [{ label: 'Modelle' }, { label: 'German', alias: 'de' }, { label: 'German cars' }]
  assert.deepEqual(
    bestFirst(items, 'de', 9).map(({ label }) => label),
    ['German', 'Modelle'],
  )
})
