import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleAfter } from '../stale-help.ts'

const place = { projectId: 1, organizationId: 2 }

test('terms are looked up again when the glossary has changed, and not otherwise', () => {
  assert.deepEqual(staleAfter({ event: 'terms.updated', data: { projectId: 1 } }, place), [['terms']])
  const issues = { projectId: 1, keyId: 7, locale: 'de', errors: 1, warnings: 0 }
  assert.deepEqual(staleAfter({ event: 'issues.updated', data: issues }, place), [])
})

test('after a gap in the stream everything is asked for again', () => {
  assert.deepEqual(staleAfter({ event: 'reset' }, place), [['help', 1], ['terms']])
})
