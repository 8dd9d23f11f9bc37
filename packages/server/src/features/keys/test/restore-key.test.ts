import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const translator = await join(service, owner, orgId, 'translator')
const restricted = await join(service, owner, orgId, 'developer', ['en', 'de', 'fr'])
const writer = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const deleter = await createApiKey(service, owner, projectId, ['translations:delete'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }

let names = 0
const value = (text: string, status = 'translated') => ({ value: text, status })
const translations = { en: value('Hello {name}'), de: value('Hallo {name}', 'not_reviewed') }
const createKey = (fields: object = {}, at = projectId) =>
  service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}`, ...fields } })
const remove = (keyId: number) => service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
async function createDeleted(fields: object = {}) {
  const key = await createKey(fields)
  await remove(key.id)
  return key
}
const at = (keyId: number) => ({ params: { projectId, keyId } })
const restore = (keyId: number, caller: Caller = owner) => service.ok(caller, 'restoreKey', at(keyId))
const living = async () => (await service.ok(owner, 'listKeyIds', { params })).ids
const read = (key: string, namespace = 'default') => service.ok(writer, 'getKey', { params: { namespace, key } })
const limitTo = (keys: number | null) =>
  service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
const usage = async () => (await service.ok(owner, 'getOrganization', { params: { orgId } })).usage.keys

describe('restoreKey 200', () => {
  test('the key is back with everything it had, under the same ids', async () => {
    const sent = { description: 'd', isPlural: true, characterLimit: 20, namespace: 'shop', translations }
    const before = await createDeleted(sent)
    service.clock.advance(1000)
    const { updatedAt: _, ...restored } = await restore(before.id)
    const { updatedAt, ...expected } = before
    assert.deepEqual(restored, expected)
    const { updatedAt: __, ...found } = await read(before.key, 'shop')
    assert.deepEqual(found, expected)
    const { keys } = await service.ok(owner, 'getTypes', { params })
    assert.deepEqual(keys.find(({ keyId }) => keyId === before.id)?.params, [
      { name: 'name', type: 'string', required: true },
    ])
  })

  test('an API key that may only delete brings it back and sees no value', async () => {
    const { id, key } = await createDeleted({ translations })
    assert.deepEqual((await restore(id, deleter)).translations, {})
    assert.equal((await read(key)).translations['en']?.value, 'Hello {name}')
  })

  test('counts again: in the namespace, the project and the plan', async () => {
    const [keys, stats] = [await usage(), await service.ok(owner, 'getStats', { params })]
    const { id, namespaceId } = await createKey({ translations })
    const [withKey, withStats] = [await usage(), await service.ok(owner, 'getStats', { params })]
    const count = async () => {
      const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
      return namespaces.find((namespace) => namespace.id === namespaceId)?.keyCount ?? 0
    }
    const full = await count()
    await remove(id)
    assert.deepEqual([await usage(), await service.ok(owner, 'getStats', { params })], [keys, stats])
    assert.equal(await count(), full - 1)
    await restore(id)
    assert.deepEqual([await usage(), await service.ok(owner, 'getStats', { params })], [withKey, withStats])
    assert.equal(await count(), full)
  })

  test('is told in the history, and the key can be deleted and brought back again', async () => {
    const { id } = await createDeleted()
    await restore(id, deleter)
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId: id } })
    assert.deepEqual([activity[0]?.event, activity[0]?.actor.id], ['key.restored', deleter.apiKeyId])
    await remove(id)
    assert.equal((await restore(id)).id, id)
  })

  test('a key of a deleted namespace comes back with its namespace, the other keys do not', async () => {
    const key = await createKey({ namespace: 'fallen', translations })
    const sibling = await createKey({ namespace: 'fallen' })
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId: key.namespaceId } })
    const restored = await restore(key.id)
    assert.equal(restored.namespace, 'fallen')
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    const found = namespaces.filter(({ name }) => name === 'fallen')
    assert.deepEqual(found, [{ id: restored.namespaceId, name: 'fallen', isDefault: false, keyCount: 1 }])
    assert.equal((await read(key.key, 'fallen')).translations['de']?.value, 'Hallo {name}')
    assert.ok(!(await living()).includes(sibling.id))
  })

  test('a key of a deleted namespace joins the new namespace of that name', async () => {
    const key = await createKey({ namespace: 'again' })
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId: key.namespaceId } })
    const newcomer = await createKey({ namespace: 'again' })
    const restored = await restore(key.id)
    assert.deepEqual([restored.namespace, restored.namespaceId], ['again', newcomer.namespaceId])
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    assert.equal(namespaces.filter(({ name }) => name === 'again').length, 1)
  })

  test('a namespace renamed in the meantime is still the namespace of the key', async () => {
    const key = await createDeleted({ namespace: 'old name' })
    const body = { name: 'new name' }
    await service.ok(owner, 'updateNamespace', { params: { projectId, namespaceId: key.namespaceId }, body })
    const { namespace, namespaceId } = await restore(key.id)
    assert.deepEqual({ namespace, namespaceId }, { namespace: 'new name', namespaceId: key.namespaceId })
  })
})

describe('restoreKey 403', () => {
  const meta = { requiredPermission: 'translation.delete' }

  test('for those who may not delete', async () => {
    const { id } = await createDeleted()
    for (const caller of [translator, writer]) {
      await service.refused(caller, 'restoreKey', at(id), 'missingPermission', meta)
    }
    assert.ok(!(await living()).includes(id))
  })

  test('for members restricted to some languages, and for the API key of another project', async () => {
    const { id } = await createDeleted()
    await service.refused(restricted, 'restoreKey', at(id), 'restrictedToLocales')
    const foreign = await createApiKey(service, owner, other.id, ['translations:delete'])
    await service.refused(foreign, 'restoreKey', at(id), 'otherProjectsKey')
  })

  test('LIMIT_EXCEEDED when the plan has no room for it, READ_ONLY_MODE when it is passed already', async () => {
    const { id } = await createDeleted()
    await createKey()
    const keys = await usage()
    try {
      await limitTo(keys)
      const full = { metric: 'keys', current: keys, limit: keys }
      await service.refused(owner, 'restoreKey', at(id), 'limitExceeded', full)
      await limitTo(keys - 1)
      await service.refused(owner, 'restoreKey', at(id), 'readOnly')
      assert.equal(await usage(), keys)
      await limitTo(keys + 1)
      await restore(id)
    } finally {
      await limitTo(null)
    }
  })
})

describe('restoreKey 401, 404, 409, 422', () => {
  test('401 without a credential', () => service.refused(nobody, 'restoreKey', at(1), 'authenticationRequired'))

  test('404 with a message alone the second time, for a living key, and for what is nowhere or foreign', async () => {
    const { id } = await createDeleted()
    await restore(id)
    const alive = await createKey()
    const foreign = await createKey({}, other.id)
    await service.ok(owner, 'deleteKey', { params: { projectId: other.id, keyId: foreign.id } })
    for (const keyId of [id, alive.id, foreign.id, 999_999, 2 ** 31, 2 ** 53 - 1]) {
      const { status, body } = await service.call(owner, 'restoreKey', at(keyId))
      assert.deepEqual([status, body], [404, { message: 'Key not found' }])
    }
  })

  test('404 PROJECT_NOT_FOUND for strangers', async () => {
    const { id } = await createDeleted()
    await service.refused(stranger, 'restoreKey', at(id), 'projectNotFound')
  })

  test('409 while the name is taken, and nothing changes; once it is free, the key comes back', async () => {
    const { id, key } = await createDeleted({ translations })
    const successor = await createKey({ key })
    await service.refused(owner, 'restoreKey', at(id), 'keyNameTaken')
    assert.equal((await read(key)).id, successor.id)
    await service.ok(owner, 'updateKey', { params: { projectId, keyId: successor.id }, body: { key: `${key} 2` } })
    assert.equal((await restore(id)).translations['en']?.value, 'Hello {name}')
  })

  test('422 for an id that is not a positive integer', async () => {
    for (const id of ['0', '-1', '1.5', 'x', '9223372036854775808']) {
      const request = at(id as unknown as number)
      await service.refused(owner, 'restoreKey', request, 'validationError', { field: 'keyId' })
    }
  })
})

describe('restoreKey in parallel', () => {
  test('200 for one of eight, 404 for the others, and history tells it once', async () => {
    const { id } = await createDeleted()
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.call(owner, 'restoreKey', at(id))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(404)])
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId: id } })
    assert.equal(activity.filter(({ event }) => event === 'key.restored').length, 1)
  })

  test('of two deleted keys of one name and a new one, one lives', async () => {
    for (let round = 0; round < 5; round++) {
      const key = `contested ${round}`
      const [first, second] = [await createDeleted({ key }), await createDeleted({ key })]
      const answers = await Promise.all([
        service.call(owner, 'restoreKey', at(first.id)),
        service.call(owner, 'createKey', { params, body: { key } }),
        service.call(owner, 'restoreKey', at(second.id)),
      ])
      const succeeded = answers.filter(({ status }) => status < 300)
      assert.equal(succeeded.length, 1, answers.map(({ status }) => status).join())
      const [winner] = succeeded.map(({ body }) => (body as { id: number }).id)
      assert.equal((await read(key)).id, winner)
    }
  })
})
