import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptKeys, showing } from '../kept-keys.ts'

function storage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  } as unknown as Storage
}

test('A few keys stand in the address themselves', () => {
  assert.deepEqual(showing([3, 1, 2], storage()), { ids: [3, 1, 2] })
})

test('Many are kept under a name', () => {
  const keyIds = Array.from({ length: 5_000 }, (_, index) => index + 1)
  const store = storage()
  const { set = '' } = showing(keyIds, store)
  assert.deepEqual(keptKeys(set, store), keyIds)
  assert.deepEqual(keptKeys('unknown', store), [])
})

test('A browser without room keeps them as long as the tab is open', () => {
  const full = {
    setItem: () => {
      throw new Error('full')
    },
  } as unknown as Storage
  const keyIds = Array.from({ length: 501 }, (_, index) => index)
  const { set = '' } = showing(keyIds, full)
  assert.deepEqual(keptKeys(set, full), keyIds)
})
