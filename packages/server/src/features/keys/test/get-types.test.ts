import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const params = { projectId }

let names = 0
const value = (text: string) => ({ value: text, status: 'translated' })
const createKey = (source: string | null, fields: object = {}, at = projectId) => {
  const translations = source === null ? {} : { en: value(source) }
  return service.ok(owner, 'createKey', {
    params: { projectId: at },
    body: { key: `key ${++names}`, translations, ...fields },
  })
}
const types = async (at = projectId) => (await service.ok(owner, 'getTypes', { params: { projectId: at } })).keys
const paramsOf = async (keyId: number) => {
  const found = (await types()).filter((entry) => entry.keyId === keyId)
  assert.equal(found.length, 1)
  return found[0]?.params
}
const put = (key: string, locale: string, text: string) =>
  service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value: text } })
const name = { name: 'name', type: 'string', required: true }

describe('getTypes 200', () => {
  test('every key with the parameters of its source text', async () => {
    const first = await createKey('Hello {name}', { namespace: 'greetings' })
    const second = await createKey('No parameters')
    const third = await createKey(null)
    const entry = ({ id, key, namespace }: typeof first, params: object[]) => ({ keyId: id, key, namespace, params })
    const found = (await types()).toSorted((a, b) => a.keyId - b.keyId)
    assert.deepEqual(found, [entry(first, [name]), entry(second, []), entry(third, [])])
    for (const caller of [viewer, reader]) {
      assert.deepEqual(await service.ok(caller, 'getTypes', { params }), { keys: await types() })
    }
  })

  test('members who may not see the source language see every key, and nothing of what its text asks for', async () => {
    const { id } = await createKey('Hello {name}')
    const german = await join(service, owner, orgId, 'developer', ['de'])
    const english = await join(service, owner, orgId, 'developer', ['de', 'en'])
    const germanKey = await createApiKey(service, german, projectId, ['translations:read'])
    const seen = async (caller: Caller) => {
      const { keys } = await service.ok(caller, 'getTypes', { params })
      assert.equal(keys.length, (await types()).length)
      return keys.find(({ keyId }) => keyId === id)?.params
    }
    assert.deepEqual(await seen(english), [name])
    for (const caller of [german, germanKey]) {
      assert.deepEqual(await seen(caller), [])
      const answer = await service.call(caller, 'getTypes', { params })
      assert.ok(!JSON.stringify(answer.body).includes('"name"'))
    }
  })

  test('each kind of parameter, required or not', async () => {
    const source = `{count, plural, one {# item} other {# items for {buyer}}} on {day, date} at {hour, time}
      {g, select, male {his} female {her} other {their}} <b>{place, selectordinal, one {#st} other {#th}}</b> {sum, number}`
    const { id } = await createKey(source)
    const found = (await paramsOf(id))?.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const options = ['male', 'female', 'other']
    assert.deepEqual(found, [
      { name: 'b', type: 'tag', required: true },
      { name: 'buyer', type: 'string', required: false },
      { name: 'count', type: 'number', required: true },
      { name: 'day', type: 'date', required: true },
      { name: 'g', type: 'string', options, required: true },
      { name: 'hour', type: 'date', required: true },
      { name: 'place', type: 'number', required: true },
      { name: 'sum', type: 'number', required: true },
    ])
  })

  test('a text that is no ICU message is stored all the same, and has none', async () => {
    for (const source of [
      '{',
      'a } b',
      '{n, plural, one {x}}',
      '<b>open',
      '{{name}}',
      '<a>'.repeat(10_000),
      '{'.repeat(10_000),
      `${'{a,select,other{'.repeat(3000)}x${'}}'.repeat(3000)}`,
    ]) {
      const { id, key, translations } = await createKey(source)
      assert.equal(translations['en']?.value, source)
      assert.deepEqual(await paramsOf(id), [], source.slice(0, 50))
      await put(key, 'en', '{name}')
      assert.deepEqual(await paramsOf(id), [name])
    }
  })

  test('the source language alone counts, as the project has it', async () => {
    const { id, key } = await createKey('Hello {name}')
    await put(key, 'de', 'Hallo {other}')
    assert.deepEqual(await paramsOf(id), [name])
    const body = { name: 'G', sourceLocale: 'de', locales: ['en'] }
    const german = await service.ok(owner, 'createProject', { params: { orgId }, body })
    await createKey('Hello {other}', { translations: { en: value('{other}'), de: value('{name}') } }, german.id)
    assert.deepEqual(
      (await types(german.id)).map(({ params }) => params),
      [[name]],
    )
  })

  test('follow every way in which the source text changes', async () => {
    const { id, key } = await createKey('Hello')
    assert.deepEqual(await paramsOf(id), [])
    await put(key, 'en', 'Hello {name}')
    assert.deepEqual(await paramsOf(id), [name])
    const pusher = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
    await service.ok(pusher, 'pushKey', { body: { key, translations: { en: value('Hello {n, number}') } } })
    assert.deepEqual(await paramsOf(id), [{ name: 'n', type: 'number', required: true }])
    await service.ok(owner, 'batchClearValues', { params, body: { keyIds: [id], localeCodes: ['en'] } })
    assert.deepEqual(await paramsOf(id), [])
    await put(key, 'de', 'Hallo {name}')
    const copy = { keyIds: [id], fromLocaleCode: 'de', toLocaleCode: 'en' }
    await service.ok(owner, 'batchCopyValues', { params, body: copy })
    assert.deepEqual(await paramsOf(id), [name])
  })

  test('keep their place when a key is renamed or moved; deleted keys have no types', async () => {
    const { id } = await createKey('{name}')
    const { namespaceId } = await createKey(null, { namespace: 'moved' })
    await service.ok(owner, 'updateKey', { params: { projectId, keyId: id }, body: { key: 'renamed', namespaceId } })
    const entry = (await types()).find(({ keyId }) => keyId === id)
    assert.deepEqual(entry, { keyId: id, key: 'renamed', namespace: 'moved', params: [name] })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: id } })
    assert.ok(!(await types()).some(({ keyId }) => keyId === id))
  })

  test('names that objects know already are names', async () => {
    const { id } = await createKey('{__proto__} {constructor}')
    const found = (await paramsOf(id))?.map((param) => param.name)
    assert.deepEqual(found?.toSorted(), ['__proto__', 'constructor'])
  })
})

describe('getTypes refusals', () => {
  test('401, 403 and 404 by who asks', async () => {
    await service.refused(nobody, 'getTypes', { params }, 'authenticationRequired')
    const view = { requiredPermission: 'translation.view' }
    await service.refused(writer, 'getTypes', { params }, 'missingPermission', view)
    await service.refused(reader, 'getTypes', { params: { projectId: 999_999 } }, 'otherProjectsKey')
    await service.refused(stranger, 'getTypes', { params }, 'projectNotFound')
  })

  test('422 for a project id that is not a positive integer', () =>
    service.refused(owner, 'getTypes', { params: { projectId: 'x' as never } }, 'validationError', {
      field: 'projectId',
    }))
})
