import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MemoryMatch, SimilarKey } from '../queries.ts'
import { ranked } from '../suggestions.ts'

const remembered = (targetText: string, similarity: number): MemoryMatch => ({
  id: similarity,
  sourceText: 'Your cart is empty',
  targetText,
  targetLocaleId: 1,
  similarity,
  matchType: 'fuzzy',
  contextKey: null,
  sourceProjectName: null,
  authorName: null,
  tmName: 'Shop',
  usageCount: 0,
})

const similar = (targetText: string, similarity: number): SimilarKey => ({
  keyId: similarity,
  key: 'cart.empty',
  sourceText: 'Your cart is empty',
  targetText,
  similarity,
})

const OFF = { state: 'off' } as const
const textsOf = (found: ReturnType<typeof ranked>) => found.map((suggestion) => suggestion?.text)

test('the best suggestion comes first, wherever it comes from', () => {
  const found = ranked([remembered('B', 90), remembered('D', 60)], [similar('A', 97), similar('C', 70)], OFF)
  assert.deepEqual(textsOf(found), ['A', 'B', 'C', 'D'])
})

test('of equal texts the better one stays; of equally good ones that of a memory, where its use is counted', () => {
  const found = ranked([remembered('A', 90), remembered('B', 50)], [similar('A', 90), similar('B', 80)], OFF)
  assert.deepEqual(
    found.map((suggestion) => suggestion?.from),
    ['memory', 'key'],
  )
})

test('a machine has its place before it answers, so that no number changes', () => {
  const matches = [remembered('A', 95), remembered('B', 60)]
  assert.deepEqual(textsOf(ranked(matches, [], { state: 'asked' })), ['A', undefined, 'B'])
  const answered = { state: 'answered', text: 'M', provider: 'deepl' } as const
  assert.deepEqual(textsOf(ranked(matches, [], answered)), ['A', 'M', 'B'])
  assert.deepEqual(textsOf(ranked(matches, [], { ...answered, text: 'B' })), ['A', undefined, 'B'])
})

test('there are as many as digits, the machine among them', () => {
  const many = Array.from({ length: 12 }, (_, index) => remembered(`text ${index}`, 99 - index))
  assert.equal(ranked(many, [], OFF).length, 9)
  const found = ranked(many, [], { state: 'answered', text: 'M', provider: 'deepl' })
  assert.equal(found.length, 9)
  assert.equal(found.at(-1)?.from, 'machine')
})
