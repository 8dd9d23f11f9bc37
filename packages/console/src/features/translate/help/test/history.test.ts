import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restorable, versionOf } from '../history.ts'
import type { Change } from '../queries.ts'

let next = 0
const side = (value: string | null, status = 'not_reviewed') => ({ value, status })
const change = (before: unknown, after: unknown, event = 'translation.updated'): Change => ({
  id: ++next,
  at: '2026-11-18T00:00:00.000Z',
  actor: { type: 'user', id: 1, name: 'Anna' },
  event,
  keyId: 1,
  key: 'cart.empty',
  namespace: 'default',
  locale: 'de',
  before,
  after,
})

test('a change is told by what it did', () => {
  const kinds = [
    change(null, side('a'), 'translation.created'),
    change(side('a'), side('b')),
    change(side('b'), side('b', 'translated')),
    change(side('b'), side(null, 'not_translated')),
    change(null, side('b'), 'translation.restored'),
  ].map((one) => versionOf(one).kind)
  assert.deepEqual(kinds, ['written', 'changed', 'status', 'cleared', 'restored'])
})

test('what is there cannot be restored, nor nothing, nor a status; the same text only once', () => {
  const versions = [
    change(side('a'), side('c')),
    change(side(null), side('a')),
    change(side('b'), side(null, 'not_translated')),
    change(side('b'), side('b', 'translated')),
    change(side('a'), side('b')),
    change(null, side('a'), 'translation.created'),
  ].map(versionOf)
  const texts = versions.filter(({ id }) => restorable(versions, 'c').has(id)).map(({ after }) => after.value)
  assert.deepEqual(texts, ['a', 'b'])
})
