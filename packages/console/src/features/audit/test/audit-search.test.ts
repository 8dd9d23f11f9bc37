import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KINDS, queryOf, readAuditSearch } from '../audit-search.ts'

test('An address says what makes sense, and nothing else', () => {
  assert.deepEqual(readAuditSearch({ kind: 'members', who: '12', since: '2026-01-02', until: '2026-01-03' }), {
    kind: 'members',
    who: 12,
    since: '2026-01-02',
    until: '2026-01-03',
  })
  assert.deepEqual(readAuditSearch({ kind: 'nothing', who: 'me', since: '2026-13-45', until: 'today', else: 'x' }), {})
})

test('Days begin and end where somebody looks from, and the last one counts', () => {
  const { since, until } = queryOf({ since: '2026-01-31', until: '2026-01-31' })
  assert.equal(since, new Date(2026, 0, 31).toISOString())
  assert.equal(until, new Date(2026, 1, 1).toISOString())
})

test('A kind stands for its events', () => {
  assert.deepEqual(queryOf({ kind: 'apiKeys', who: 3 }), { events: KINDS.apiKeys, actorId: 3 })
  assert.deepEqual(queryOf({}), {})
})
