import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const frenchOnly = await join(service, owner, orgId, 'developer', ['fr'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write', 'translations:delete'])
const frenchReader = await createApiKey(service, frenchOnly, projectId, ['translations:read'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const otherReader = await createApiKey(service, owner, other.id, ['translations:read'])

let names = 0
const createKey = (fields: object = {}, at = projectId) =>
  service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}`, ...fields } })
const get = (key: string, namespace = 'default', caller: Caller = reader) =>
  service.ok(caller, 'getKey', { params: { namespace, key } })
const value = (text: string, status = 'translated') => ({ value: text, status })
const translations = { en: value('Cart'), de: value('Korb', 'not_reviewed'), fr: value('Panier') }

describe('getKey 200', () => {
  test('returns the key object with all of its values', async () => {
    const sent = { description: 'Above the list', isPlural: true, characterLimit: 40, namespace: 'shop' }
    const created = await createKey({ ...sent, aiContext: 'A shop', translations })
    assert.deepEqual(await get(created.key, 'shop'), created)
    assert.deepEqual(Object.keys(created.translations).sort(), ['de', 'en', 'fr'])
  })

  test('a key without values has an empty map', async () => {
    const { key } = await createKey()
    assert.deepEqual((await get(key)).translations, {})
  })

  test('the project comes from the API key: the same address means another key to another project', async () => {
    const here = await createKey({ key: 'shared' })
    const there = await createKey({ key: 'shared' }, other.id)
    assert.equal((await get('shared')).id, here.id)
    assert.equal((await get('shared', 'default', otherReader)).id, there.id)
  })

  test('the same name in two namespaces is two keys', async () => {
    const first = await createKey({ key: 'twin', namespace: 'one' })
    const second = await createKey({ key: 'twin', namespace: 'two' })
    assert.deepEqual([(await get('twin', 'one')).id, (await get('twin', 'two')).id], [first.id, second.id])
  })

  test('is served under both prefixes, with and without a trailing slash', async () => {
    const { id, key } = await createKey({ namespace: 'paths' })
    for (const url of [`/v1/keys/paths/${key}`, `/api/v1/keys/paths/${key}`].flatMap((path) => [path, `${path}/`])) {
      const headers = { authorization: `Bearer ${reader.apiKey}` }
      const response = await service.app.inject({ method: 'GET', url: url.replaceAll(' ', '%20'), headers })
      assert.deepEqual([response.statusCode, response.json().id], [200, id], url)
    }
  })

  test('a key whose creator is restricted to a language shows that language alone', async () => {
    const { key } = await createKey({ translations })
    const seen = await get(key, 'default', frenchReader)
    assert.deepEqual(Object.keys(seen.translations), ['fr'])
    assert.ok(!JSON.stringify(seen).includes('Korb'))
  })

  test('values of a language that left the project are gone, and there again when it returns', async () => {
    const { key, translations: created } = await createKey({ translations })
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'de' } })
    assert.deepEqual(Object.keys((await get(key)).translations).sort(), ['en', 'fr'])
    await service.ok(owner, 'addProjectLocale', { params: { projectId }, body: { code: 'de' } })
    assert.deepEqual((await get(key)).translations, created)
  })
})

describe('getKey 401', () => {
  const params = { namespace: 'default', key: 'a' }

  test('AUTHENTICATION_REQUIRED without a credential', () =>
    service.refused(nobody, 'getKey', { params }, 'authenticationRequired'))

  test('UNAUTHORIZED for a session, and the message says that an API key is required', async () => {
    await createKey({ key: 'a' })
    const { status, body } = await service.call(owner, 'getKey', { params })
    const { code, message } = body as { code: string; message: string }
    assert.deepEqual([status, code], [401, 'UNAUTHORIZED'])
    assert.match(message, /API key authentication is required/)
  })
})

describe('getKey 403', () => {
  test('for an API key that may not read, even if it may write and delete', async () => {
    const { key } = await createKey({ translations })
    const request = { params: { namespace: 'default', key } }
    await service.refused(writer, 'getKey', request, 'missingPermission', { requiredPermission: 'translation.view' })
  })
})

describe('getKey 404', () => {
  test('a body with a message alone, the same whatever is missing', async () => {
    const gone = await createKey()
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    const elsewhere = await createKey({ namespace: 'elsewhere' })
    await createKey({ key: 'foreign' }, other.id)
    await createKey({ key: 'Case', namespace: 'Case' })
    const missing: [string, string][] = [
      ['default', 'nowhere'],
      ['nowhere', 'nowhere'],
      ['default', gone.key],
      ['default', elsewhere.key],
      ['default', 'foreign'],
      ['Case', 'case'],
      ['case', 'Case'],
      ['Case', 'Case '],
      ['Case', ' Case'],
      ['%', '%'],
      ['Case', 'Cas_'],
      ['default', 'k'.repeat(768)],
    ]
    for (const [namespace, key] of missing) {
      const { status, body } = await service.call(reader, 'getKey', { params: { namespace, key } })
      assert.deepEqual([status, body], [404, { message: 'Key not found' }], `${namespace} ${key}`)
    }
  })

  test('a deleted namespace takes its keys along', async () => {
    const { key, namespaceId } = await createKey({ namespace: 'doomed' })
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId } })
    await service.refused(reader, 'getKey', { params: { namespace: 'doomed', key } }, 'keyNotFound')
  })
})

describe('getKey 422', () => {
  test('names that nothing can have', async () => {
    await service.refused(reader, 'getKey', { params: { namespace: 'default', key: 'a\0b' } }, 'validationError', {
      field: 'key',
    })
    await service.refused(reader, 'getKey', { params: { namespace: 'a\0b', key: 'a' } }, 'validationError', {
      field: 'namespace',
    })
  })
})

describe('14.15 default in the path', () => {
  test('is the default namespace, whatever it is called, unless another is called so', async () => {
    const project = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'Renamed', sourceLocale: 'en' },
    })
    const at = { projectId: project.id }
    const scopes = ['translations:read', 'translations:write', 'translations:delete'] as const
    const caller = await createApiKey(service, owner, project.id, [...scopes])
    const [mine, spare] = [await createKey({ key: 'mine' }, project.id), await createKey({ key: 'spare' }, project.id)]
    const params = { ...at, namespaceId: project.defaultNamespaceId }
    await service.ok(owner, 'updateNamespace', { params, body: { name: 'main' } })
    for (const namespace of ['default', 'main']) assert.equal((await get('mine', namespace, caller)).id, mine.id)
    await service.refused(caller, 'getKey', { params: { namespace: 'Default', key: 'mine' } }, 'keyNotFound')
    await service.ok(caller, 'dropKey', { params: { namespace: 'default', key: spare.key } })
    await service.refused(caller, 'getKey', { params: { namespace: 'main', key: spare.key } }, 'keyNotFound')

    const theirs = await createKey({ key: 'theirs', namespace: 'default' }, project.id)
    assert.equal((await get('theirs', 'default', caller)).id, theirs.id)
    for (const route of ['getKey', 'dropKey'] as const)
      await service.refused(caller, route, { params: { namespace: 'default', key: 'mine' } }, 'keyNotFound')
    await service.ok(owner, 'deleteNamespace', { params: { ...at, namespaceId: theirs.namespaceId } })
    assert.equal((await get('mine', 'default', caller)).id, mine.id)
  })
})
