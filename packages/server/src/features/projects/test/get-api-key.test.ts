import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)

test('an API key learns what it is for and what it may do', async () => {
  const key = await createApiKey(service, owner, projectId, ['translations:read'], ['webhook.view'])
  const { name, ...told } = await service.ok(key, 'getApiKey', {})
  assert.equal(name, 'key for translations:read')
  assert.deepEqual(told, {
    id: key.apiKeyId,
    projectId,
    scopes: ['translations:read'],
    permissions: ['webhook.view'],
    localeCodes: null,
    expiresAt: null,
  })
})

test('and what its creator is restricted to', async () => {
  const german = await join(service, owner, orgId, 'developer', ['de'])
  const key = await createApiKey(service, german, projectId, ['translations:read'])
  assert.deepEqual((await service.ok(key, 'getApiKey', {})).localeCodes, ['de'])
})

test('one that was revoked learns nothing', async () => {
  const key = await createApiKey(service, owner, projectId, ['translations:read'])
  await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId: key.apiKeyId } })
  await service.refused(key, 'getApiKey', {}, 'authenticationRequired')
})

test('a session is told to come with an API key', async () => {
  await service.refused(owner, 'getApiKey', {}, 'apiKeyRequired')
})
