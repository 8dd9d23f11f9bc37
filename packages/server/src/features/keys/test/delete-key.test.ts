import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const translator = await join(service, owner, orgId, 'translator')
const restricted = await join(service, owner, orgId, 'developer', ['de', 'en', 'fr'])
const writer = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const deleter = await createApiKey(service, owner, projectId, ['translations:delete'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }

let names = 0
const createKey = (fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key: `key ${++names}`, ...fields } })
const at = (keyId: number) => ({ params: { projectId, keyId } })
const keys = async () => (await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })).data

describe('deleteKey 204', () => {
  test('the key and its values leave lists, stats and counts; the others stay', async () => {
    const stays = await createKey()
    const stats = await service.ok(owner, 'getStats', { params })
    const organization = await service.ok(owner, 'getOrganization', { params: { orgId } })
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    const gone = await createKey({ translations: { de: { value: 'weg', status: 'translated' } } })
    await service.ok(owner, 'deleteKey', at(gone.id))
    assert.deepEqual(
      (await keys()).map(({ id }) => id),
      [stays.id],
    )
    assert.deepEqual(await service.ok(owner, 'getStats', { params }), stats)
    assert.deepEqual((await service.ok(owner, 'listNamespaces', { params })).namespaces, namespaces)
    const { usage } = await service.ok(owner, 'getOrganization', { params: { orgId } })
    assert.deepEqual(usage, organization.usage)
    const put = { params: { projectId, key: gone.key }, body: { locale: 'de', value: 'x' } }
    await service.refused(owner, 'putValue', put, 'valueKeyNotFound')
  })

  test('a key that may delete needs nothing else', async () => {
    const { id } = await createKey()
    await service.ok(deleter, 'deleteKey', at(id))
    assert.ok(!(await keys()).some((key) => key.id === id))
  })

  test('exactly one of eight who delete at the same moment, and history tells it once', async () => {
    const { id } = await createKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.call(owner, 'deleteKey', at(id))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(7).fill(404)])
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId: id } })
    assert.equal(activity.filter(({ event }) => event === 'key.deleted').length, 1)
  })

  test('deleted and created again by many at once, a name has at most one living key, each time a new one', async () => {
    const request = { params, body: { key: 'phoenix' } }
    const seen: number[] = []
    async function client() {
      for (let round = 0; round < 10; round++) {
        const created = await service.call(owner, 'createKey', request)
        if (created.status !== 201) {
          assert.equal(created.status, 400)
          continue
        }
        const { id } = created.body as { id: number }
        seen.push(id)
        await service.ok(owner, 'deleteKey', at(id))
      }
    }
    const watch = async () => {
      for (let round = 0; round < 10; round++) {
        assert.ok((await keys()).filter(({ key }) => key === 'phoenix').length <= 1)
      }
    }
    await Promise.all([watch(), ...Array.from({ length: 8 }, client)])
    assert.ok(seen.length >= 8)
    assert.equal(new Set(seen).size, seen.length)
    assert.ok(!(await keys()).some(({ key }) => key === 'phoenix'))
  })
})

describe('deleteKey refusals', () => {
  test('401 without a credential', () => service.refused(nobody, 'deleteKey', at(1), 'authenticationRequired'))

  test('403 for those who may not delete: writing is not enough', async () => {
    const { id } = await createKey()
    for (const caller of [translator, writer]) {
      await service.refused(caller, 'deleteKey', at(id), 'missingPermission', {
        requiredPermission: 'translation.delete',
      })
    }
    assert.ok((await keys()).some((key) => key.id === id))
  })

  test('403 for members restricted to some languages, even to all those of the project', async () => {
    const { id } = await createKey()
    await service.refused(restricted, 'deleteKey', at(id), 'restrictedToLocales')
    assert.ok((await keys()).some((key) => key.id === id))
  })

  test('403 for the key of another project', async () => {
    const foreign = await createApiKey(service, owner, other.id, ['translations:delete'])
    const { id } = await createKey()
    await service.refused(foreign, 'deleteKey', at(id), 'otherProjectsKey')
  })

  test('404 with a message alone for a key that is nowhere, deleted, or in another project, which lives on', async () => {
    const gone = await createKey()
    await service.ok(owner, 'deleteKey', at(gone.id))
    const there = { params: { projectId: other.id } }
    const foreign = await service.ok(owner, 'createKey', { ...there, body: { key: 'foreign' } })
    for (const keyId of [gone.id, foreign.id, 999_999, 2 ** 31, 2 ** 53 - 1]) {
      await service.refused(owner, 'deleteKey', at(keyId), 'keyNotFound')
    }
    assert.equal((await service.ok(owner, 'listKeys', there)).data.length, 1)
  })

  test('404 for strangers', async () => {
    const { id } = await createKey()
    await service.refused(stranger, 'deleteKey', at(id), 'projectNotFound')
  })

  test('422 for an id that is not a positive integer', async () => {
    for (const id of ['0', '-1', '1.5', '1e3', 'cart', '１', '9223372036854775808']) {
      const request = at(id as unknown as number)
      await service.refused(owner, 'deleteKey', request, 'validationError', { field: 'keyId' })
    }
  })
})
