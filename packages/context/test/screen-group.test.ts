import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screenGroupOf } from '../src/screen-group.ts'

const cases = {
  '/': '/',
  '/orders': '/orders',
  '/orders/12/lines/7': '/orders/:id/lines/:id',
  '/u/9f1c2c1e-8a0b-4c55-9a59-2a7b8f2f1f10/edit': '/u/:id/edit',
  '/commits/4fd3a9c81b': '/commits/:id',
  '/customers/cus_9sK2mPq': '/customers/:id',
  '/docs/V1StGXR8_Z5jdHi6B-myT': '/docs/:id',
  '/events/01ARZ3NDEKTSV4RRFFQ69G5FAV': '/events/:id',
  '/settings/two-factor-authentication': '/settings/two-factor-authentication',
  '/v1/facade/decade': '/v1/facade/decade',
}

for (const [path, group] of Object.entries(cases)) {
  test(`${path} is a screen of the group ${group}`, () => assert.equal(screenGroupOf(path), group))
}
