import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project, projectId } = await createScene(service)
const frenchOnly = await join(service, owner, orgId, 'developer', ['fr'])
const builder = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const writeOnly = await createApiKey(service, owner, projectId, ['translations:write'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const french = await createApiKey(service, frenchOnly, projectId, ['translations:read', 'translations:write'])
const params = { projectId }

let names = 0
const push = async (body: object, caller: Caller = builder) => {
  const answer = await service.call(caller, 'pushKey', { body })
  assert.ok(answer.status === 200 || answer.status === 201, JSON.stringify(answer.body))
  return { status: answer.status, key: answer.body as Awaited<ReturnType<typeof read>> }
}
const read = (key: string, namespace = 'default') => service.ok(builder, 'getKey', { params: { namespace, key } })
const value = (text: string, status = 'translated') => ({ value: text, status })
const name = () => `key ${++names}`
const texts = (translations: Record<string, { value: string | null }>) =>
  Object.fromEntries(Object.entries(translations).map(([code, { value }]) => [code, value]))
const history = async (keyId?: number) => {
  const query = { limit: 100, ...(keyId ? { keyId } : {}) }
  return (await service.ok(owner, 'listActivity', { params, query })).activity
}

describe('pushKey 201', () => {
  test('creates the key, in the namespace default when none is named', async () => {
    const sent = { description: 'Above the list', isPlural: true, characterLimit: 40, syntax: 'icu' }
    const body = { key: name(), ...sent, aiContext: 'A shop', translations: { EN: value('Cart'), de: value('Korb') } }
    const { status, key } = await push(body)
    const now = service.clock.now().toISOString()
    const { id, translations, ...rest } = key
    const place = { namespace: 'default', namespaceId: project.defaultNamespaceId }
    assert.equal(status, 201)
    assert.deepEqual(rest, { key: body.key, ...place, ...sent, createdAt: now, updatedAt: now })
    assert.deepEqual(texts(translations), { en: 'Cart', de: 'Korb' })
    assert.equal(translations['de']?.createdBy, owner.userId)
    assert.deepEqual(await read(body.key), key)
    const events = (await history(id)).map(({ event, actor }) => [event, actor.id])
    const by = builder.apiKeyId
    assert.deepEqual(events.sort(), [
      ['key.created', by],
      ['translation.created', by],
      ['translation.created', by],
    ])
  })

  test('a namespace that does not exist is created and announced, by an API key that may only write', async () => {
    const { status, key } = await push({ key: name(), namespace: 'pushed into being' }, writeOnly)
    assert.deepEqual([status, key.namespace], [201, 'pushed into being'])
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    const made = namespaces.filter(({ id }) => id === key.namespaceId)
    assert.deepEqual(made, [{ id: key.namespaceId, name: 'pushed into being', isDefault: false, keyCount: 1 }])
    const announced = (await history()).filter(({ event, namespace }) => {
      return event === 'namespace.created' && namespace === 'pushed into being'
    })
    assert.equal(announced.length, 1)
  })

  test('a namespace can be given by its id', async () => {
    const first = await push({ key: name(), namespace: 'by id' })
    const second = await push({ key: name(), namespaceId: first.key.namespaceId })
    assert.deepEqual([second.status, second.key.namespace], [201, 'by id'])
  })

  test('a deleted key does not come back: the name makes a new one', async () => {
    const first = await push({ key: name(), description: 'old', translations: { de: value('alt') } })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: first.key.id } })
    const { status, key } = await push({ key: first.key.key })
    assert.deepEqual([status, key.description, key.translations], [201, null, {}])
    assert.notEqual(key.id, first.key.id)
  })

  test('under both prefixes, with and without a trailing slash', async () => {
    for (const url of ['/v1/keys', '/v1/keys/', '/api/v1/keys', '/api/v1/keys/']) {
      const headers = { authorization: `Bearer ${builder.apiKey}` }
      const { statusCode } = await service.app.inject({ method: 'PUT', url, headers, payload: { key: url } })
      assert.equal(statusCode, 201, url)
    }
  })
})

describe('pushKey 200', () => {
  const everything = () => ({
    key: name(),
    description: 'd',
    aiContext: 'a',
    isPlural: true,
    characterLimit: 20,
    translations: { en: value('Cart'), de: value('Korb', 'not_reviewed') },
  })

  test('the same push again changes nothing: not the times, not the history', async () => {
    const body = everything()
    const first = await push(body)
    const entries = await history(first.key.id)
    service.clock.advance(1000)
    assert.deepEqual(await push(body), { status: 200, key: first.key })
    assert.deepEqual(await history(first.key.id), entries)
  })

  test('locales not sent stay as they are, and so do metadata fields not sent', async () => {
    const body = everything()
    const { key: before } = await push(body)
    service.clock.advance(1000)
    const { status, key } = await push({ key: body.key, translations: { fr: value('Panier'), de: value('Wagen') } })
    const { fr, de } = key.translations
    assert.equal(status, 200)
    assert.deepEqual(key.translations, { ...before.translations, fr, de })
    assert.deepEqual(
      [fr?.value, de?.value, de?.status, de?.id],
      ['Panier', 'Wagen', 'translated', before.translations['de']?.id],
    )
    const { translations, updatedAt, ...rest } = before
    assert.deepEqual({ ...key, translations, updatedAt }, { ...rest, translations, updatedAt })
    const changed = (await history(key.id)).filter(({ event }) => event === 'key.updated')
    assert.deepEqual(changed, [], 'what was not sent did not change, the context for machines included')
  })

  test('metadata fields sent replace the old ones, one by one, and values stay', async () => {
    const body = everything()
    const { key: before } = await push(body)
    const fields = { description: 'new', isPlural: false, characterLimit: 30 }
    let expected = before
    for (const [field, sent] of Object.entries(fields)) {
      service.clock.advance(1000)
      const { status, key } = await push({ key: body.key, [field]: sent })
      expected = { ...expected, [field]: sent, updatedAt: service.clock.now().toISOString() }
      assert.deepEqual([status, key], [200, expected])
    }
    await push({ key: body.key, aiContext: 'other' })
    const updates = (await history(before.id)).filter(({ event }) => event === 'key.updated')
    assert.equal(updates.length, 4)
  })

  test('a merge is also told in the history, value by value', async () => {
    const body = everything()
    const { key } = await push(body)
    await push({ key: body.key, translations: { en: value('Cart'), de: value('Wagen') } })
    const [latest, ...others] = (await history(key.id)).filter(({ event }) => event === 'translation.updated')
    assert.deepEqual(others, [])
    assert.deepEqual(latest?.before, { value: 'Korb', status: 'not_reviewed' })
    assert.deepEqual(latest?.after, { value: 'Wagen', status: 'translated' })
  })

  test('any status may be pushed without the right to review, alone with the same text too', async () => {
    const body = everything()
    await push(body)
    for (const status of ['translated', 'not_translated', 'not_reviewed', 'translated']) {
      const { key } = await push({ key: body.key, translations: { de: value('Korb', status) } })
      assert.deepEqual([key.translations['de']?.value, key.translations['de']?.status], ['Korb', status])
    }
  })

  test('fields that the service decides cannot be pushed', async () => {
    const { key } = await push(everything())
    const sent = { id: 4711, projectId: 4711, createdAt: '2001-01-01T00:00:00.000Z', deletedAt: '2001-01-01' }
    assert.deepEqual(await push({ key: key.key, ...sent }), { status: 200, key })
  })

  test('a creator restricted to a language merges and sees that language alone', async () => {
    const body = everything()
    await push(body)
    const { status, key } = await push({ key: body.key, translations: { FR: value('Panier') } }, french)
    assert.deepEqual([status, texts(key.translations)], [200, { fr: 'Panier' }])
    assert.deepEqual(texts((await read(body.key)).translations), { en: 'Cart', de: 'Korb', fr: 'Panier' })
  })
})

describe('pushKey by an API key that may only write', () => {
  test('succeeds first and gets 403 on the second push, without a word of what is stored', async () => {
    const body = { key: name(), description: 'hush', translations: { de: value('Geheimnis') } }
    assert.equal((await push(body, writeOnly)).status, 201)
    const before = await read(body.key)
    for (const second of [body, { key: body.key }, { key: body.key, translations: { de: value('neu') } }]) {
      const { status, body: refusal } = await service.call(writeOnly, 'pushKey', { body: second })
      const { code, meta } = refusal as { code: string; meta: unknown }
      assert.deepEqual([status, code, meta], [403, 'FORBIDDEN', { requiredPermission: 'translation.view' }])
      assert.doesNotMatch(JSON.stringify(refusal), /Geheimnis|hush/)
    }
    assert.deepEqual(await read(body.key), before)
  })

  test('gets 403 on the second push also where something else is wrong with it, however the key is named', async () => {
    const { key: plain } = await push({ key: name(), characterLimit: 4 }, writeOnly)
    const { key: placed } = await push({ key: name(), namespace: 'placed' }, writeOnly)
    const places = [
      { key: plain.key },
      { key: placed.key, namespace: 'placed' },
      { key: placed.key, namespaceId: placed.namespaceId },
    ]
    const faults = [{ it: value('x') }, { 'no locale': value('x') }, { de: value('over the limit') }]
    const meta = { requiredPermission: 'translation.view' }
    for (const place of places) {
      for (const translations of faults) {
        await service.refused(writeOnly, 'pushKey', { body: { ...place, translations } }, 'missingPermission', meta)
      }
    }
    for (const place of [{ key: placed.key }, { key: plain.key, namespace: 'placed' }]) {
      const body = { ...place, translations: faults[0] }
      await service.refused(writeOnly, 'pushKey', { body }, 'localeNotEnabled')
    }
  })
})

describe('pushKey 401, 403', () => {
  const body = { key: 'refused', namespace: 'refused' }

  test('401 AUTHENTICATION_REQUIRED without a credential', () =>
    service.refused(nobody, 'pushKey', { body }, 'authenticationRequired'))

  test('401 UNAUTHORIZED for a session', () => service.refused(owner, 'pushKey', { body }, 'apiKeyRequired'))

  test('403 without translations:write, before a look at the body', async () => {
    const meta = { requiredPermission: 'translation.edit' }
    for (const sent of [body, {}]) await service.refused(reader, 'pushKey', { body: sent }, 'missingPermission', meta)
  })

  test('403 for a language that the creator of the API key may not see, and nothing is written', async () => {
    const translations = { fr: value('a'), de: value('b') }
    await service.refused(french, 'pushKey', { body: { ...body, translations } }, 'localeForbidden')
    const absentFirst = { 'no locale': value('a'), de: value('b') }
    await service.refused(french, 'pushKey', { body: { ...body, translations: absentFirst } }, 'localeForbidden')
    await service.refused(builder, 'getKey', { params: { namespace: 'refused', key: 'refused' } }, 'keyNotFound')
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    assert.ok(!namespaces.some((namespace) => namespace.name === 'refused'))
  })
})
