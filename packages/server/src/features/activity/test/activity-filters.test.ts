import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeEventNames } from '@parlance/contract'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project, projectId } = await createScene(service)
const translator = await join(service, owner, orgId, 'translator')
const french = await join(service, owner, orgId, 'translator', ['fr'])
const builder = await createApiKey(service, owner, projectId, ['translations:write'])
const params = { projectId }

type Query = Record<string, unknown>
/** What the history tells, oldest first, as event and key. */
const told = async (query: Query, caller: Caller = owner, at = projectId) => {
  const { activity } = await service.ok(caller, 'listActivity', { params: { projectId: at }, query })
  return activity.map(({ event, key, namespace }) => `${event} ${key ?? namespace}`).reverse()
}
const createKey = (key: string, namespace?: string) =>
  service.ok(owner, 'createKey', { params, body: { key, ...(namespace === undefined ? {} : { namespace }) } })
const put = (caller: Caller, key: string, locale: string, value: string, query: Query = {}) =>
  service.ok(caller, 'putValue', { params: { projectId, key }, query, body: { locale, value } })
/** Each in a second of its own, so that times can tell them apart. */
const later = () => {
  service.clock.advance(1000)
  return service.clock.now().toISOString()
}

const times = [later()]
await createKey('a')
times.push(later())
await put(owner, 'a', 'de', 'eins')
times.push(later())
await put(translator, 'a', 'de', 'zwei')
times.push(later())
await put(french, 'a', 'fr', 'deux')
times.push(later())
await put(builder, 'a', 'de', 'drei')

describe('12.14 the history is narrowed', () => {
  test('by a language, in any spelling, also one that the project lacks', async () => {
    for (const locale of ['fr', 'FR']) assert.deepEqual(await told({ locale }), ['translation.created a'])
    assert.equal((await told({ locale: 'de' })).length, 3)
    for (const locale of ['it', 'no locale']) assert.deepEqual(await told({ locale }), [])
  })

  test('403 for a language that the member may not see, whether it is there or not', async () => {
    assert.deepEqual(await told({ locale: 'fr' }, french), ['translation.created a'])
    for (const locale of ['de', 'it'])
      await service.refused(french, 'listActivity', { params, query: { locale } }, 'localeForbidden')
  })

  test('by a user, who is not the API key of the same number', async () => {
    assert.deepEqual(await told({ actorId: translator.userId }), ['translation.updated a'])
    assert.deepEqual(await told({ actorId: french.userId, locale: 'de' }), [])
    assert.deepEqual(await told({ actorId: 999_999 }), [])
    const number = [owner, translator, french].find(({ userId }) => userId === builder.apiKeyId)
    const own = await told({ actorId: builder.apiKeyId })
    assert.deepEqual(own, number ? await told({ actorId: number.userId }) : [])
  })

  test('by events; none means all', async () => {
    assert.deepEqual(await told({ events: 'key.created' }), ['key.created a'])
    assert.deepEqual(await told({ events: ['translation.created', 'key.created'] }), [
      'key.created a',
      'translation.created a',
      'translation.created a',
    ])
    assert.deepEqual(await told({ events: '' }), await told({}))
    await told({ events: changeEventNames.join() })
  })

  test('by time: since is the first moment, until the one after the last', async () => {
    const all = await told({})
    assert.deepEqual(await told({ since: times[1], until: times[3] }), all.slice(1, 3))
    assert.deepEqual(await told({ since: times[3] }), all.slice(3))
    assert.deepEqual(await told({ until: times[1] }), all.slice(0, 1))
    assert.deepEqual(await told({ since: times[3], until: times[1] }), [])
  })

  test('by all of them together', async () => {
    const query = { actorId: owner.userId, locale: 'de', events: 'translation.created', since: times[1], keyId: 1 }
    const { data } = await service.ok(owner, 'listKeys', { params })
    assert.deepEqual(await told({ ...query, keyId: data[0]?.id }), ['translation.created a'])
    assert.deepEqual(await told({ ...query, keyId: 999_999 }), [])
  })

  test('by a namespace, under every name it had, and not by what others had the name', async () => {
    const first = (await createKey('b', 'shop')).namespaceId
    const rename = (namespaceId: number, name: string) =>
      service.ok(owner, 'updateNamespace', { params: { projectId, namespaceId }, body: { name } })
    await rename(first, 'store')
    await put(owner, 'b', 'de', 'x', { namespace: 'store' })
    const second = (await createKey('c', 'shop')).namespaceId
    await put(owner, 'c', 'de', 'x', { namespace: 'shop' })
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId: second } })
    const third = (await createKey('d', 'shop')).namespaceId
    const ofFirst = ['namespace.created shop', 'key.created b', 'namespace.updated store', 'translation.created b']
    assert.deepEqual(await told({ namespaceId: first }), ofFirst)
    assert.deepEqual(await told({ namespaceId: second }), [
      'namespace.created shop',
      'key.created c',
      'translation.created c',
      'key.deleted c',
      'namespace.deleted shop',
    ])
    assert.deepEqual(await told({ namespaceId: third }), ['namespace.created shop', 'key.created d'])
    const { defaultNamespaceId } = project
    await rename(defaultNamespaceId, 'main')
    await put(owner, 'a', 'de', 'vier')
    const inDefault = await told({ namespaceId: defaultNamespaceId })
    assert.deepEqual(inDefault.slice(0, 1), ['key.created a'])
    assert.deepEqual(inDefault.slice(-2), ['namespace.updated main', 'translation.updated a'])
    assert.equal(inDefault.length, 7)
    assert.deepEqual(await told({ namespaceId: 999_999 }), [])
  })

  test('nothing of the namespaces of another project', async () => {
    const body = { name: 'B', sourceLocale: 'en' }
    const other = await service.ok(owner, 'createProject', { params: { orgId }, body })
    await service.ok(owner, 'createKey', { params: { projectId: other.id }, body: { key: 'theirs' } })
    assert.deepEqual(await told({ namespaceId: other.defaultNamespaceId }), [])
    const own = await told({ namespaceId: other.defaultNamespaceId }, owner, other.id)
    assert.deepEqual(own, ['key.created theirs'])
  })

  test('422 for what is none of them', async () => {
    const wrong: [Query, string][] = [
      [{ locale: '' }, 'locale'],
      [{ locale: 'x'.repeat(101) }, 'locale'],
      [{ actorId: 0 }, 'actorId'],
      [{ events: 'key.created,key.dreamt' }, 'events.1'],
      [{ namespaceId: 'x' }, 'namespaceId'],
      [{ since: 'yesterday' }, 'since'],
      [{ until: '2026-02-30T00:00:00Z' }, 'until'],
    ]
    for (const [query, field] of wrong) {
      const { status, body } = await service.call(owner, 'listActivity', { params, query })
      assert.deepEqual([status, (body as { meta: unknown }).meta], [422, { field }])
    }
  })
})
