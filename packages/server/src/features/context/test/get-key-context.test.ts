import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const viewer = await join(service, owner, orgId, 'viewer')
const observer = await createApiKey(service, owner, projectId, ['context:write', 'translations:write'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }
const DAY = 24 * 60 * 60 * 1000

let names = 0
const value = (text: string, status = 'translated') => ({ value: text, status })
const createKey = (fields: object = {}, at = projectId) =>
  service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}`, ...fields } })
const observe = (key: string, fields: object = {}) =>
  service.ok(observer, 'createObservations', { body: { observations: [{ key, ...fields }] } })
const at = (keyId: number) => ({ params: { projectId, keyId } })
const read = (keyId: number) => service.ok(owner, 'getKeyContext', at(keyId))
const put = (key: string, locale: string, text: string, status?: string) =>
  service.ok(owner, 'putValue', {
    params: { projectId, key },
    body: { locale, value: text, ...(status ? { status } : {}) },
  })
const isStale = async (keyId: number) => (await read(keyId)).context?.isStale
const button = { uiType: 'button' }

describe('getKeyContext 200', () => {
  test('a key that was never seen: not observed, no signal, no context', async () => {
    const { id } = await createKey()
    assert.deepEqual(await read(id), { observed: false, hasSignal: false })
  })

  test('a key of which nothing but the sighting is known: observed, no signal, no context', async () => {
    const { id, key } = await createKey()
    for (const fields of [{}, { namespace: 'default' }, { lengthHint: null, neighbors: [] }]) {
      await observe(key, fields)
      assert.deepEqual(await read(id), { observed: true, hasSignal: false })
    }
  })

  test('any one thing beyond the sighting is a signal', async () => {
    const neighbors = [{ role: 'label', namespace: 'default', key: 'next', text: 'Next' }]
    const fields = { uiType: 'button', translationRole: 'label', lengthHint: 'short', neighbors }
    for (const [field, known] of Object.entries(fields)) {
      const { id, key } = await createKey()
      await observe(key, { [field]: known })
      const { observed, hasSignal, context } = await read(id)
      assert.deepEqual([observed, hasSignal], [true, true], field)
      assert.deepEqual(context?.[field as keyof typeof context], known)
    }
    const { id, key } = await createKey()
    await observe(key, { screenGroup: 'home' })
    assert.deepEqual((await read(id)).context?.screenGroups, ['home'])
  })

  test('all that is known, with the time of the last sighting', async () => {
    const { id, key } = await createKey()
    const neighbors = [{ role: 'title', namespace: 'a', key: 'b', text: '<b>É 🦜</b>' }]
    const known = { uiType: 'button', translationRole: 'label', lengthHint: 'short', neighbors }
    await observe(key, { ...known, screenGroup: 'home' })
    service.clock.advance(5000)
    await observe(key)
    const lastSeenAt = service.clock.now().toISOString()
    const context = { ...known, screenGroups: ['home'], lastSeenAt, isStale: false }
    assert.deepEqual(await read(id), { observed: true, hasSignal: true, context })
    for (const caller of [viewer, reader]) {
      assert.deepEqual(await service.ok(caller, 'getKeyContext', at(id)), await read(id))
    }
  })

  test('stays with the key when it is renamed or moved', async () => {
    const { id, key } = await createKey()
    const { namespaceId } = await createKey({ namespace: 'elsewhere' })
    await observe(key, button)
    const before = await read(id)
    await service.ok(owner, 'updateKey', { ...at(id), body: { key: 'renamed', namespaceId } })
    assert.deepEqual(await read(id), before)
  })

  test('is not inherited by a new key of the same name', async () => {
    const { id, key } = await createKey()
    await observe(key, button)
    await service.ok(owner, 'deleteKey', at(id))
    const successor = await createKey({ key })
    assert.deepEqual(await read(successor.id), { observed: false, hasSignal: false })
  })

  test('is served under both prefixes, with and without a trailing slash', async () => {
    const { id } = await createKey()
    for (const prefix of ['/v1', '/api/v1']) {
      for (const end of ['', '/']) {
        const url = `${prefix}/projects/${projectId}/keys/${id}/context${end}`
        const response = await service.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } })
        assert.deepEqual([response.statusCode, response.json().observed], [200, false], url)
      }
    }
  })
})

describe('isStale', () => {
  test('after 30 days, until the key is seen again', async () => {
    const { id, key } = await createKey()
    await observe(key, button)
    // Sessions last as long: one that is used on the way does not end before the test.
    service.clock.advance(20 * DAY)
    assert.equal(await isStale(id), false)
    service.clock.advance(10 * DAY - 1)
    assert.equal(await isStale(id), false)
    service.clock.advance(2)
    assert.equal(await isStale(id), true)
    await observe(key)
    assert.equal(await isStale(id), false)
  })

  test('when the source value changed since, even in the same millisecond, until the key is seen again', async () => {
    const { id, key } = await createKey({ translations: { en: value('Cart') } })
    await observe(key, button)
    assert.equal(await isStale(id), false)
    await put(key, 'en', 'Basket')
    assert.equal(await isStale(id), true)
    await observe(key)
    assert.equal(await isStale(id), false)
    service.clock.advance(1000)
    await put(key, 'en', 'Trolley')
    assert.equal(await isStale(id), true)
  })

  test('14.14: when the source value changed and was changed back', async () => {
    const { id, key } = await createKey({ translations: { en: value('Cart') } })
    await observe(key, button)
    await put(key, 'en', 'Basket')
    await put(key, 'en', 'Cart')
    assert.equal(await isStale(id), true)
    await observe(key)
    assert.equal(await isStale(id), false)
    const body = { keyIds: [id], localeCodes: ['en'] }
    await service.ok(owner, 'batchClearValues', { params, body })
    await put(key, 'en', 'Cart')
    assert.equal(await isStale(id), true)
    await observe(key)
    assert.equal(await isStale(id), false)
  })

  test('when a first source value came or the last one went', async () => {
    const { id, key } = await createKey()
    await observe(key, button)
    service.clock.advance(1000)
    await put(key, 'en', 'Cart')
    assert.equal(await isStale(id), true)
    await observe(key)
    service.clock.advance(1000)
    const body = { keyIds: [id], localeCodes: ['en'] }
    await service.ok(owner, 'batchClearValues', { params, body })
    assert.equal(await isStale(id), true)
  })

  test('not when another language, a status or the metadata changed, nor when the same text was written again', async () => {
    const { id, key } = await createKey({ translations: { en: value('Cart', 'not_reviewed') } })
    await observe(key, button)
    service.clock.advance(1000)
    await put(key, 'de', 'Korb')
    await put(key, 'en', 'Cart')
    await put(key, 'en', 'Cart', 'translated')
    await service.ok(owner, 'updateKey', { ...at(id), body: { description: 'new', key: `${key}!` } })
    assert.equal(await isStale(id), false)
  })

  test('not by the change of another key', async () => {
    const [seen, changed] = [await createKey(), await createKey()]
    await observe(seen.key, button)
    service.clock.advance(1000)
    await put(changed.key, 'en', 'Other')
    assert.equal(await isStale(seen.id), false)
  })
})

describe('includeContext of listKeys', () => {
  test('inlines the context of each key, as its own route shows it; without, there is none', async () => {
    const keys = [await createKey(), await createKey({ translations: { en: value('x') } }), await createKey()]
    await observe(keys[1]?.key ?? '', { ...button, screenGroup: 'home' })
    await observe(keys[2]?.key ?? '')
    const list = async (query: object) =>
      (
        await service.ok(owner, 'listKeys', {
          params,
          query: { limit: 100, sortBy: 'createdAt', sortOrder: 'desc', ...query },
        })
      ).data
    const contexts = new Map((await list({ includeContext: true })).map(({ id, context }) => [id, context]))
    for (const { id } of keys) assert.deepEqual(contexts.get(id), await read(id))
    assert.equal(contexts.get(keys[1]?.id ?? 0)?.context?.uiType, 'button')
    await put(keys[1]?.key ?? '', 'en', 'y')
    const [listed] = (await list({ includeContext: 'true', search: keys[1]?.key })).filter(
      ({ id }) => id === keys[1]?.id,
    )
    assert.equal(listed?.context?.context?.isStale, true)
    for (const query of [{}, { includeContext: false }]) {
      for (const key of await list(query)) assert.ok(!('context' in key))
    }
  })

  test('422 for what is no boolean', async () => {
    const query = { includeContext: 'perhaps' }
    await service.refused(owner, 'listKeys', { params, query }, 'validationError', { field: 'includeContext' })
  })
})

describe('getKeyContext refusals', () => {
  test('401 without a credential', () => service.refused(nobody, 'getKeyContext', at(1), 'authenticationRequired'))

  test('403 for an API key that may not read, and for one of another project', async () => {
    const { id } = await createKey()
    const meta = { requiredPermission: 'translation.view' }
    await service.refused(observer, 'getKeyContext', at(id), 'missingPermission', meta)
    const foreign = await createApiKey(service, owner, other.id, ['translations:read'])
    await service.refused(foreign, 'getKeyContext', at(id), 'otherProjectsKey')
  })

  test('404 with a message alone for no such key, a deleted one or another project’s', async () => {
    const gone = await createKey()
    await observe(gone.key, button)
    await service.ok(owner, 'deleteKey', at(gone.id))
    const foreign = await createKey({}, other.id)
    for (const keyId of [999_999, 2 ** 31, 2 ** 53 - 1, gone.id, foreign.id]) {
      const { status, body } = await service.call(owner, 'getKeyContext', at(keyId))
      assert.deepEqual([status, body], [404, { message: 'Key not found' }])
    }
    const stranger = await register(service)
    await service.refused(stranger, 'getKeyContext', at(1), 'projectNotFound')
  })

  test('422 for an id that is not a positive integer', async () => {
    for (const id of ['0', '-1', '1.5', 'x', '9223372036854775808']) {
      const request = at(id as unknown as number)
      await service.refused(owner, 'getKeyContext', request, 'validationError', { field: 'keyId' })
    }
  })
})
