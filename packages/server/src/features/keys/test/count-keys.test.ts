import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const french = await join(service, owner, orgId, 'viewer', ['fr'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }

describe('countKeys 200', () => {
  test('12.3 counts the keys that match, for everybody who may read', async () => {
    assert.deepEqual(await service.ok(owner, 'countKeys', { params }), { count: 0 })
    const de = { value: 'Text', status: 'translated' }
    for (const key of ['a', 'b', 'c']) {
      await service.ok(owner, 'createKey', { params, body: { key, ...(key === 'a' ? { translations: { de } } : {}) } })
    }
    const gone = await service.ok(owner, 'createKey', { params, body: { key: 'gone' } })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    for (const caller of [owner, reader, french]) {
      assert.deepEqual(await service.ok(caller, 'countKeys', { params }), { count: 3 })
    }
    const query = { statuses: ['translated'], search: 'text' }
    assert.deepEqual(await service.ok(owner, 'countKeys', { params, query }), { count: 1 })
    assert.deepEqual(await service.ok(french, 'countKeys', { params, query }), { count: 0 })
  })
})

describe('countKeys refusals', () => {
  test('401, 403 and 404 as for the list', async () => {
    await service.refused(nobody, 'countKeys', { params }, 'authenticationRequired')
    const meta = { requiredPermission: 'translation.view' }
    await service.refused(writer, 'countKeys', { params }, 'missingPermission', meta)
    await service.refused(reader, 'countKeys', { params: { projectId: other.id } }, 'otherProjectsKey')
    await service.refused(stranger, 'countKeys', { params }, 'projectNotFound')
    await service.refused(french, 'countKeys', { params, query: { localeCodes: 'de' } }, 'localeForbidden')
  })

  test('422 for what is no filter', async () => {
    const query = { statuses: 'done' }
    await service.refused(owner, 'countKeys', { params, query }, 'validationError', { field: 'statuses.0' })
  })
})
