import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailsOf } from '../details.ts'

test('A change tells what differs, also within a field', () => {
  const before = { name: 'Old', limits: { keys: null }, events: ['a'] }
  const after = { name: 'New', limits: { keys: 10 }, events: ['a'] }
  assert.deepEqual(detailsOf({ before, after }), [
    { field: 'name', before: 'Old', value: 'New' },
    { field: 'limits.keys', before: null, value: 10 },
  ])
})

test('What is new is told without a before, and nothing is told of what is empty or a number of something', () => {
  const details = { projectId: 7, role: 'viewer', localeCodes: null, permissions: [], scopes: ['translations:read'] }
  assert.deepEqual(detailsOf(details), [
    { field: 'role', value: 'viewer' },
    { field: 'scopes', value: ['translations:read'] },
  ])
})
