import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write', 'translations:delete'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }

const createKey = (key: string, fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key, ...fields } })
const byId = (a: number, b: number) => a - b

describe('listKeyIds 200', () => {
  test('none in an empty project', async () => {
    const answer = await service.ok(owner, 'listKeyIds', { params: { projectId: other.id } })
    assert.deepEqual(answer, { ids: [], count: 0 })
  })

  test('all matches at once, more than any page of the list holds', async () => {
    const created = await Promise.all(
      Array.from({ length: 104 }, (_, n) => createKey(`key ${n}`, n % 2 ? { namespace: 'odd' } : {})),
    )
    const ids = created.map(({ id }) => id).sort(byId)
    for (const caller of [owner, viewer, reader]) {
      const all = await service.ok(caller, 'listKeyIds', { params })
      assert.deepEqual([all.ids.toSorted(byId), all.count], [ids, 104])
    }
    const odd = created.filter(({ namespace }) => namespace === 'odd')
    const query = { namespaceIds: odd[0]?.namespaceId }
    const some = await service.ok(owner, 'listKeyIds', { params, query })
    assert.deepEqual(some.ids.toSorted(byId), odd.map(({ id }) => id).sort(byId))
    assert.equal(some.count, 52)
  })

  test('deleted keys and those of other projects are not among them', async () => {
    const { ids: before } = await service.ok(owner, 'listKeyIds', { params })
    const { id } = await createKey('short-lived')
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: id } })
    await service.ok(owner, 'createKey', { params: { projectId: other.id }, body: { key: 'elsewhere' } })
    const after = await service.ok(owner, 'listKeyIds', { params })
    assert.deepEqual(after, { ids: before, count: before.length })
  })

  test('parameters of pages are none of this route: they change nothing', async () => {
    const all = await service.ok(owner, 'listKeyIds', { params })
    const query = { limit: 1, sortBy: 'createdAt', sortOrder: 'desc' }
    const { ids, count } = await service.ok(owner, 'listKeyIds', { params, query })
    assert.deepEqual([ids.toSorted(byId), count], [all.ids.toSorted(byId), all.count])
  })

  test('is served under both prefixes, with and without a trailing slash', async () => {
    const { count } = await service.ok(owner, 'listKeyIds', { params })
    for (const prefix of ['/v1', '/api/v1']) {
      for (const end of ['', '/']) {
        const url = `${prefix}/projects/${projectId}/keys/ids${end}`
        const response = await service.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } })
        assert.deepEqual([response.statusCode, response.json().count], [200, count], url)
      }
    }
  })
})

describe('listKeyIds refusals', () => {
  test('401 without a credential', () => service.refused(nobody, 'listKeyIds', { params }, 'authenticationRequired'))

  test('403 for an API key that may not read, and for one of another project', async () => {
    const meta = { requiredPermission: 'translation.view' }
    await service.refused(writer, 'listKeyIds', { params }, 'missingPermission', meta)
    await service.refused(reader, 'listKeyIds', { params: { projectId: other.id } }, 'otherProjectsKey')
  })

  test('404 for strangers, as for a project that never was', async () => {
    await service.refused(stranger, 'listKeyIds', { params }, 'projectNotFound')
    await service.refused(stranger, 'listKeyIds', { params: { projectId: 999_999 } }, 'projectNotFound')
  })

  test('422 for a project id that is not a positive integer', async () => {
    for (const id of ['0', '-1', 'x', '1.5']) {
      const request = { params: { projectId: id as unknown as number } }
      await service.refused(owner, 'listKeyIds', request, 'validationError', { field: 'projectId' })
    }
  })
})
