import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleAfter } from '../stale-help.ts'

const issues = {
  event: 'issues.updated',
  data: { projectId: 1, keyId: 7, locale: 'de', errors: 1, warnings: 0 },
} as const

test('findings of the open key may be about a new term; those of others are not asked after', () => {
  assert.deepEqual(staleAfter(issues, 1, 7), [['terms']])
  assert.deepEqual(staleAfter(issues, 1, 8), [])
})

test('after a gap in the stream everything is asked for again', () => {
  assert.deepEqual(staleAfter({ event: 'reset' }, 1, 7), [['help', 1], ['terms']])
})
