import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPreferences } from '../preferences.ts'

test('takes what it knows and leaves the rest', () => {
  const said = { theme: 'dark', density: 'huge', language: 'en', singleKeys: 'yes', saveOnLeave: true, other: 1 }
  assert.deepEqual(readPreferences(said), { theme: 'dark', language: 'en', saveOnLeave: true })
})

test('takes nothing from what is no object', () => {
  for (const said of [undefined, null, 'dark', 7, []]) assert.deepEqual(readPreferences(said), {})
})
