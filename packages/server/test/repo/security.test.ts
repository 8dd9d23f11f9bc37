import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertShown, readRows } from '../named-tests.ts'

const threats = readRows('security.md', 'Threat')

test('every threat is held off by tests, and every test that is named exists', () => {
  assert.ok(threats.length > 50)
  assertShown(threats)
})

test('no threat stands there twice', () => {
  const named = threats.map(({ statement }) => statement.split(' | ')[0])
  assert.equal(new Set(named).size, named.length)
})
