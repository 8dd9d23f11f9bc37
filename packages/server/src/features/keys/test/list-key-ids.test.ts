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
    assert.deepEqual(await service.ok(owner, 'listKeyIds', { params, query: { limit: 1, cursor: 'x' } }), all)
  })

  test('12.3 in the order of the list, whatever it is sorted by, by name unless told otherwise', async () => {
    const at = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'C', sourceLocale: 'en' } })
    const inIt = { params: { projectId: at.id } }
    const long = 'x'.repeat(300)
    const names = ['b', 'Z', 'a', '🦜', '\uff01', `${long}2`, `${long}1`, 'é', '']
    const made: number[] = []
    for (const [n, name] of names.entries()) {
      if (n % 2) service.clock.advance(1)
      const body = { key: name || 'b', namespace: name ? 'default' : 'side' }
      made.push((await service.ok(owner, 'createKey', { ...inIt, body })).id)
    }
    for (const keyId of made.slice(2, 5).reverse()) {
      service.clock.advance(1)
      await service.ok(owner, 'updateKey', { params: { projectId: at.id, keyId }, body: { description: 'new' } })
    }
    const orders = ['key', 'createdAt', 'updatedAt'].flatMap((sortBy) => [
      { sortBy, sortOrder: 'asc' },
      { sortBy, sortOrder: 'desc' },
    ])
    for (const query of [{}, { sortOrder: 'desc' }, ...orders]) {
      const { data } = await service.ok(owner, 'listKeys', { ...inIt, query: { ...query, limit: 100 } })
      const ids = data.map(({ id }) => id)
      assert.deepEqual(await service.ok(owner, 'listKeyIds', { ...inIt, query }), { ids, count: 9 })
    }
    const { ids } = await service.ok(owner, 'listKeyIds', { ...inIt, query: { sortBy: 'updatedAt' } })
    assert.deepEqual(ids.slice(-3), made.slice(2, 5).reverse())
  })

  test('12.3 422 for an order that is none, as on the list', async () => {
    for (const [query, field] of [
      [{ sortBy: 'name' }, 'sortBy'],
      [{ sortOrder: 'up' }, 'sortOrder'],
    ] as const) {
      await service.refused(owner, 'listKeyIds', { params, query }, 'validationError', { field })
    }
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
