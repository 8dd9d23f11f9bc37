import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingKeys } from '../matching-keys.ts'
import type { TypedKey } from '../typed-keys.ts'

const key = (name: string, namespace: string, ...params: string[]) =>
  ({ key: name, namespace, params: params.map((param) => ({ name: param })) }) as TypedKey

const KEYS = [key('cart.items', 'default', 'count'), key('cart.title', 'default'), key('welcome', 'Mail', 'userName')]

test('Keys are found by name, namespace and parameter, in whatever case', () => {
  const found = (search: string, isAsking = false) => matchingKeys(KEYS, search, isAsking).map((one) => one.key)
  assert.deepEqual(found(''), ['cart.items', 'cart.title', 'welcome'])
  assert.deepEqual(found('', true), ['cart.items', 'welcome'])
  assert.deepEqual(found('CART count'), ['cart.items'])
  assert.deepEqual(found('mail username'), ['welcome'])
  assert.deepEqual(found('title', true), [])
})
