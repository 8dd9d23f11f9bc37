import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleAfter } from '../stale-help.ts'

const issues = {
  event: 'issues.updated',
  data: { projectId: 1, keyId: 7, locale: 'de', errors: 1, warnings: 0 },
} as const

const place = { projectId: 1, organizationId: 2, keyId: 7 }

test('findings of the open key may be about a new term; those of others are not asked after', () => {
  assert.deepEqual(staleAfter(issues, place), [['terms']])
  assert.deepEqual(staleAfter(issues, { ...place, keyId: 8 }), [])
})

test('after a gap in the stream everything is asked for again', () => {
  assert.deepEqual(staleAfter({ event: 'reset' }, place), [['help', 1], ['terms']])
})
