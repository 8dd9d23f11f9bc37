import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteName } from '@parlance/contract'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)
const params = { projectId }
const build = await createApiKey(service, owner, projectId, [
  'translations:read',
  'translations:write',
  'translations:delete',
])

const text = (value: string, status = 'not_reviewed') => ({ value, status })

/** What the header of an answer says, and the events that lie within. */
async function told<Name extends RouteName>(caller: Caller, route: Name, request: object) {
  const answer = await service.call(caller, route, request as Parameters<typeof service.call<Name>>[2])
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  const header = answer.headers['x-parlance-changes']
  if (header === undefined) return { body: answer.body, events: [] }
  const [fromId = 0, toId = 0] = String(header).split('-').map(Number)
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 100 } })
  const within = activity.filter(({ id }) => id >= fromId && id <= toId).reverse()
  assert.equal(within.length, toId - fromId + 1)
  return { body: answer.body, events: within.map(({ event }) => event), range: { fromId, toId } }
}

describe('12.17 the answer to a single write names its changes in a header', () => {
  test('of keys: created, described, merged, deleted and restored', async () => {
    const translations = { en: text('Hello {name}'), de: text('Hallo {name}') }
    const created = await told(owner, 'createKey', { params, body: { key: 'a', namespace: 'new', translations } })
    assert.deepEqual(created.events, [
      'namespace.created',
      'key.created',
      'translation.created',
      'translation.created',
      'schema.updated',
    ])
    const { id: keyId } = created.body as { id: number }
    const at = { params: { projectId, keyId } }
    const described = { ...at, body: { description: 'A greeting' } }
    assert.deepEqual((await told(owner, 'updateKey', described)).events, ['key.updated'])
    const pushed = { body: { key: 'a', namespace: 'new', translations: { de: text('Servus {name}') } } }
    assert.deepEqual((await told(build, 'pushKey', pushed)).events, ['translation.updated'])
    assert.deepEqual((await told(owner, 'deleteKey', at)).events, ['key.deleted'])
    assert.equal((await told(owner, 'restoreKey', at)).events[0], 'key.restored')
    assert.deepEqual((await told(build, 'dropKey', { params: { namespace: 'new', key: 'a' } })).events, ['key.deleted'])
  })

  test('of values, on their short way and on their long one', async () => {
    const { id: keyId } = await service.ok(owner, 'createKey', { params, body: { key: 'b' } })
    const named = { params: { projectId, key: 'b' } }
    const first = await told(owner, 'putValue', { ...named, body: { locale: 'de', value: 'eins' } })
    assert.deepEqual(first.events, ['translation.created'])
    const byId = { params: { projectId, keyId, locale: 'en' } }
    const source = await told(owner, 'putValueOfKey', { ...byId, body: { value: 'Hi {name}' } })
    assert.deepEqual(source.events, ['translation.created', 'schema.updated'])
    const { id: translationId } = first.body as { id: number }
    const reviewed = { params: { projectId, translationId }, body: { status: 'translated' } }
    assert.deepEqual((await told(owner, 'setStatus', reviewed)).events, ['translation.updated'])
    const { range } = await told(owner, 'putValue', { ...named, body: { locale: 'de', value: 'zwei' } })
    await service.ok(owner, 'revertActivity', { params, body: range ?? assert.fail() })
    const { translations } = await service.ok(owner, 'getKeyById', { params: { projectId, keyId } })
    assert.deepEqual([translations['de']?.value, translations['de']?.status], ['eins', 'translated'])
  })

  test('what changes nothing names none', async () => {
    const { id: keyId } = await service.ok(owner, 'createKey', { params, body: { key: 'c', description: 'x' } })
    const body = { locale: 'de', value: 'so' }
    await service.ok(owner, 'putValue', { params: { projectId, key: 'c' }, body })
    assert.deepEqual((await told(owner, 'putValue', { params: { projectId, key: 'c' }, body })).events, [])
    const same = { params: { projectId, keyId }, body: { description: 'x' } }
    assert.deepEqual((await told(owner, 'updateKey', same)).events, [])
  })

  test('side by side, each names its own', async () => {
    const writes = Array.from({ length: 12 }, (_, n) =>
      told(owner, 'createKey', { params, body: { key: `side ${n}`, translations: { de: text(`${n}`) } } }),
    )
    const all = await Promise.all(writes)
    const ids = all.flatMap(({ range }) => (range ? [range.fromId, range.toId] : []))
    assert.equal(new Set(ids).size, 24)
    for (const { events } of all) assert.deepEqual(events, ['key.created', 'translation.created'])
  })
})
