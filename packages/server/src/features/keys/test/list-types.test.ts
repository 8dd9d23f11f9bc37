import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const createKey = (key: string, value: string, fields: object = {}) =>
  service.ok(owner, 'createKey', {
    params,
    body: { key, translations: { en: { value, status: 'translated' } }, ...fields },
  })
const list = (query: Record<string, unknown> = {}, caller: Caller = owner) =>
  service.ok(caller, 'listTypes', { params, query })
const names = async (query: Record<string, unknown> = {}, caller: Caller = owner) =>
  (await list(query, caller)).keys.map(({ key }) => key)

test('keys by their names, by pages, as the types of all keys tell them', async () => {
  assert.deepEqual(await list(), { keys: [], total: 0, nextCursor: null, hasMore: false })
  await createKey('b', 'Hello {name}')
  await createKey('a', 'Plain', { namespace: 'Shop' })
  await createKey('c', '{count, plural, one {# item} other {# items}} for {name}')
  const { keys, ...rest } = await list()
  const all = (await service.ok(owner, 'getTypes', { params })).keys
  assert.deepEqual(
    keys,
    all.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  )
  assert.deepEqual(rest, { total: 3, nextCursor: null, hasMore: false })
  const { nextCursor, total, ...first } = await list({ limit: 2 })
  assert.deepEqual([first.keys.map(({ key }) => key), total, first.hasMore], [['a', 'b'], 3, true])
  assert.deepEqual(await names({ limit: 2, cursor: nextCursor }), ['c'])
})

test('are searched by every word in name, namespace and parameters, and narrowed to those that ask for something', async () => {
  assert.deepEqual(await names({ search: 'NAME' }), ['b', 'c'])
  assert.deepEqual(await names({ search: 'name  count' }), ['c'])
  assert.deepEqual(await names({ search: 'shop' }), ['a'])
  assert.deepEqual(await names({ search: '%' }), [])
  assert.deepEqual(await names({ hasParams: true }), ['b', 'c'])
  assert.deepEqual(await names({ hasParams: false }), ['a'])
  assert.equal((await list({ search: 'name', limit: 1 })).total, 2)
})

test('who may not see the source language neither sees nor finds what its texts ask for', async () => {
  const german = await join(service, owner, orgId, 'translator', ['de'])
  const english = await join(service, owner, orgId, 'translator', ['de', 'en'])
  const asking = async (caller: Caller) => (await list({}, caller)).keys.flatMap((key) => key.params)
  assert.deepEqual(await asking(german), [])
  assert.deepEqual(await asking(english), await asking(owner))
  assert.deepEqual(await names({ search: 'count' }, german), [])
  assert.deepEqual(await names({ hasParams: true }, german), [])
  assert.deepEqual(await names({ hasParams: true }, english), ['b', 'c'])
})
