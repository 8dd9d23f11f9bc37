import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDay, type Change, entriesOf, statusesOf, textsOf } from '../entries.ts'

const anna = { type: 'user', id: 1, name: 'Anna' } as const
const change = (id: number, at: string, more: Partial<Change> = {}): Change => ({
  id,
  at,
  actor: anna,
  event: 'translation.updated',
  keyId: id,
  key: `key.${id}`,
  namespace: 'default',
  locale: 'de',
  before: null,
  after: null,
  ...more,
})
const ids = (changes: readonly Change[]) => entriesOf(changes).map((entry) => entry.changes.map(({ id }) => id))

test('what somebody did in one go is one entry', () => {
  const changes = [
    change(5, '2026-05-01T10:00:03Z'),
    change(4, '2026-05-01T10:00:02Z'),
    change(3, '2026-05-01T09:00:00Z'),
    change(2, '2026-05-01T08:59:59Z', { locale: 'fr' }),
    change(1, '2026-05-01T08:59:58Z', { locale: 'fr', actor: { type: 'api_key', id: 1, name: 'CI' } }),
  ]
  assert.deepEqual(ids(changes), [[5, 4], [3], [2], [1]])
})

test('changes that are about no keys are told one by one', () => {
  const changes = [2, 1].map((id) => change(id, '2026-05-01T10:00:00Z', { event: 'import.completed' }))
  assert.deepEqual(ids(changes), [[2], [1]])
})

test('days are those of the clock on the wall', () => {
  const at = (hour: number, day: number) => new Date(2026, 4, day, hour).toISOString()
  const entries = entriesOf([change(3, at(0, 2)), change(2, at(23, 1)), change(1, at(1, 1))])
  assert.deepEqual(
    byDay(entries).map(({ day, entries: of }) => [day, of.map(({ id }) => id)]),
    [
      ['2026-05-02', [3]],
      ['2026-05-01', [2, 1]],
    ],
  )
})

test('texts and statuses are told where they differ', () => {
  const both = change(1, '2026-05-01T10:00:00Z', {
    before: { value: 'a', status: 'not_reviewed' },
    after: { value: 'b', status: 'translated' },
  })
  assert.deepEqual(textsOf(both), { before: 'a', after: 'b' })
  assert.deepEqual(statusesOf(both), { before: 'not_reviewed', after: 'translated' })
  const none = change(1, '2026-05-01T10:00:00Z', { before: null, after: { value: '', status: 'not_translated' } })
  assert.equal(textsOf(none), undefined)
  assert.equal(statusesOf(none), undefined)
})
