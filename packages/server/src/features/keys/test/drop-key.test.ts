import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const restricted = await join(service, owner, orgId, 'developer', ['en', 'de', 'fr'])
const deleter = await createApiKey(service, owner, projectId, ['translations:delete'])
const writer = await createApiKey(service, owner, projectId, [
  'translations:read',
  'translations:write',
  'translations:review',
])
const restrictedDeleter = await createApiKey(service, restricted, projectId, ['translations:delete'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }

let names = 0
const createKey = (fields: object = {}, at = projectId) =>
  service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}`, ...fields } })
const drop = (key: string, namespace = 'default', caller: Caller = deleter) =>
  service.call(caller, 'dropKey', { params: { namespace, key } })
const living = async (at = projectId) =>
  (await service.ok(owner, 'listKeyIds', { params: { projectId: at } })).ids.sort((a, b) => a - b)
const history = async (keyId: number) =>
  (await service.ok(owner, 'listActivity', { params, query: { keyId, limit: 100 } })).activity

describe('dropKey 204', () => {
  test('the key and its values are gone, the others stay; translations:delete alone is enough', async () => {
    const before = await living()
    const { key, id } = await createKey({ translations: { de: { value: 'weg', status: 'translated' } } })
    const { status, body } = await drop(key)
    assert.deepEqual([status, body], [204, undefined])
    assert.deepEqual(await living(), before)
    await service.refused(writer, 'getKey', { params: { namespace: 'default', key } }, 'keyNotFound')
    const { data } = await service.ok(owner, 'listKeys', { params, query: { search: 'weg' } })
    assert.deepEqual(data, [])
    const [latest] = await history(id)
    assert.deepEqual([latest?.event, latest?.key, latest?.actor.type], ['key.deleted', key, 'api_key'])
  })

  test('only the key in that namespace and in the project of the API key', async () => {
    const here = await createKey({ key: 'twin' })
    const side = await createKey({ key: 'twin', namespace: 'side' })
    const there = await createKey({ key: 'twin' }, other.id)
    assert.equal((await drop('twin')).status, 204)
    const ids = await living()
    assert.deepEqual([ids.includes(here.id), ids.includes(side.id)], [false, true])
    assert.deepEqual(await living(other.id), [there.id])
  })

  test('the name is free again, for a new key without the old values', async () => {
    const translations = { de: { value: 'alt', status: 'translated' } }
    const first = await createKey({ key: 'reused', translations })
    await drop('reused')
    const second = await service.ok(writer, 'pushKey', { body: { key: 'reused' } })
    assert.notEqual(second.id, first.id)
    assert.deepEqual(second.translations, {})
  })

  test('it is a soft delete: the key can be brought back with its values', async () => {
    const created = await createKey({ translations: { de: { value: 'bleibt', status: 'translated' } } })
    await drop(created.key)
    const restored = await service.ok(owner, 'restoreKey', { params: { projectId, keyId: created.id } })
    assert.deepEqual(restored.translations['de']?.value, 'bleibt')
  })

  test('for exactly one of eight at the same moment, and history tells it once', async () => {
    const { id, key } = await createKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => drop(key)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(7).fill(404)])
    assert.equal((await history(id)).filter(({ event }) => event === 'key.deleted').length, 1)
  })

  test('under both prefixes, with and without a trailing slash', async () => {
    for (const [prefix, end] of [
      ['/v1', ''],
      ['/v1', '/'],
      ['/api/v1', ''],
      ['/api/v1', '/'],
    ]) {
      const { id } = await createKey({ key: 'path' })
      const url = `${prefix}/keys/default/path${end}`
      const headers = { authorization: `Bearer ${deleter.apiKey}` }
      const { statusCode } = await service.app.inject({ method: 'DELETE', url, headers })
      assert.equal(statusCode, 204, url)
      assert.ok(!(await living()).includes(id))
    }
  })

  test('even while the organization is over its plan limit: deletes lead out of it', async () => {
    const { key } = await createKey()
    const limitTo = (keys: number | null) =>
      service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
    await limitTo(0)
    const { status } = await drop(key)
    await limitTo(null)
    assert.equal(status, 204)
  })
})

describe('dropKey refusals', () => {
  const of = (key: string, namespace = 'default') => ({ params: { namespace, key } })

  test('401 AUTHENTICATION_REQUIRED without a credential', () =>
    service.refused(nobody, 'dropKey', of('a'), 'authenticationRequired'))

  test('401 UNAUTHORIZED for a session, whoever it is, and the key stays', async () => {
    const { id, key } = await createKey()
    await service.refused(owner, 'dropKey', of(key), 'apiKeyRequired')
    assert.ok((await living()).includes(id))
  })

  test('403 without translations:delete: writing is not enough', async () => {
    const { id, key } = await createKey()
    const meta = { requiredPermission: 'translation.delete' }
    await service.refused(writer, 'dropKey', of(key), 'missingPermission', meta)
    await service.refused(writer, 'dropKey', of('nowhere'), 'missingPermission', meta)
    assert.ok((await living()).includes(id))
  })

  test('403 for a key whose creator is restricted to some languages', async () => {
    const { id, key } = await createKey()
    await service.refused(restrictedDeleter, 'dropKey', of(key), 'restrictedToLocales')
    assert.ok((await living()).includes(id))
  })

  test('404 with a message alone for what is not there, deleted, elsewhere or foreign', async () => {
    const gone = await createKey()
    await drop(gone.key)
    const elsewhere = await createKey({ namespace: 'elsewhere' })
    const foreign = await createKey({ key: 'foreign' }, other.id)
    for (const [key, namespace] of [
      ['nowhere'],
      ['nowhere', 'nowhere'],
      [gone.key],
      [elsewhere.key],
      [foreign.key],
      [elsewhere.key, 'Elsewhere'],
      ['%', '%'],
    ] as [string, string?][]) {
      const { status, body } = await drop(key, namespace)
      assert.deepEqual([status, body], [404, { message: 'Key not found' }])
    }
    assert.ok((await living()).includes(elsewhere.id))
    assert.ok((await living(other.id)).includes(foreign.id))
  })

  test('422 for names that nothing can have', () =>
    service.refused(deleter, 'dropKey', of('a\0b'), 'validationError', { field: 'key' }))
})
