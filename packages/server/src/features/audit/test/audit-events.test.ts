import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditEvent } from '@parlance/contract'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId, project } = await createScene(service)

/** The newest entries of these kinds, without what is the same in all of them. */
async function told(...events: AuditEvent[]) {
  const { entries } = await service.ok(owner, 'listAudit', { params: { orgId }, query: { events } })
  return entries.map(({ event, actor, subject, details }) => ({ event, by: actor.id, subject, details }))
}

/** What a step adds to the log, newest first. */
async function added(events: AuditEvent[], step: () => Promise<unknown>) {
  const before = (await told(...events)).length
  await step()
  const after = await told(...events)
  return after.slice(0, after.length - before)
}

const by = owner.userId

describe('settings', () => {
  test('of the organization are told with what they were, and not at all when nothing changed', async () => {
    const rename = (name: string) => service.ok(owner, 'updateOrganization', { params: { orgId }, body: { name } })
    const subject = { type: 'organization', id: orgId, name: 'Shops' }
    const details = { before: { name: owner.name }, after: { name: 'Shops' } }
    const event = 'organization.updated'
    assert.deepEqual(await added([event], () => rename('Shops')), [{ event, by, subject, details }])
    assert.deepEqual(await added([event], () => rename('Shops')), [])
    const limits = () => service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys: 7 } } })
    const [limited] = await added([event], limits)
    assert.deepEqual(limited?.details, { before: { limits: { keys: null } }, after: { limits: { keys: 7 } } })
  })

  test('of a project are told with what they were, and not at all when nothing changed', async () => {
    const event = 'project.updated'
    const update = (body: object) => () => service.ok(owner, 'updateProject', { params: { projectId }, body })
    const subject = { type: 'project', id: projectId, name: 'Shop' }
    const cdn = { structure: 'nested', statuses: ['translated'] }
    const details = { before: { structure: 'flat', statuses: null }, after: cdn }
    assert.deepEqual(await added([event], update({ cdn })), [{ event, by, subject, details }])
    assert.deepEqual(await added([event], update({ cdn, name: 'Shop' })), [])
  })
})

test('the memories of a project are told with those it had before', async () => {
  const body = { name: 'Shop', sourceLocaleId: project.sourceLocaleId }
  const { id: tmId } = await service.ok(owner, 'createMemory', { params: { orgId }, body })
  const assignment = { tmId, priority: 1, isWritable: true, penalty: 0 }
  const assign = (assignments: object[]) => () =>
    service.ok(owner, 'updateMemorySettings', { params: { projectId }, body: { assignments } })
  const [first, ...others] = await added(['project.updated'], assign([assignment]))
  assert.deepEqual(first?.details, { before: { memories: [] }, after: { memories: [assignment] } })
  assert.deepEqual(others, [])
  assert.deepEqual(await added(['project.updated'], assign([assignment])), [])
})

test('projects are told when they come and when they go', async () => {
  const body = { name: 'Spare', sourceLocale: 'EN', locales: ['de'] }
  let id = 0
  const create = async () => {
    id = (await service.ok(owner, 'createProject', { params: { orgId }, body })).id
  }
  const [created] = await added(['project.created'], create)
  const subject = { type: 'project', id, name: 'Spare' }
  assert.deepEqual(created, {
    event: 'project.created',
    by,
    subject,
    details: { sourceLocale: 'en', locales: ['en', 'de'] },
  })
  const remove = () => service.ok(owner, 'deleteProject', { params: { projectId: id } })
  assert.deepEqual(await added(['project.deleted'], remove), [{ event: 'project.deleted', by, subject, details: {} }])
})

describe('API keys', () => {
  const name = 'key for translations:read'

  test('are told when they are made and when they end, without what opens anything', async () => {
    let key = { apiKey: '', apiKeyId: 0 }
    const create = async () => {
      key = await createApiKey(service, owner, projectId, ['translations:read'])
    }
    const [created] = await added(['api_key.created'], create)
    const { apiKeyId } = key
    const subject = { type: 'api_key', id: apiKeyId, name }
    const granted = { projectId, scopes: ['translations:read'], permissions: [], expiresAt: null }
    assert.deepEqual(created, { event: 'api_key.created', by, subject, details: granted })
    assert.ok(!JSON.stringify(created).includes(key.apiKey.slice(4)))
    const revoke = () => service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId } })
    const event = 'api_key.revoked'
    assert.deepEqual(await added([event], revoke), [{ event, by, subject, details: { projectId } }])
  })

  test('that end with the membership of their creator are told, too', async () => {
    const developer = await join(service, owner, orgId, 'developer')
    const { apiKeyId: id } = await createApiKey(service, developer, projectId, ['translations:read'])
    const remove = () => service.ok(owner, 'deleteMember', { params: { orgId, userId: developer.userId } })
    const details = { projectId, reason: 'creator_left' }
    const event = 'api_key.revoked'
    assert.deepEqual(await added([event], remove), [{ event, by, subject: { type: 'api_key', id, name }, details }])
  })
})

test('webhooks are told when they are made, changed, taken over and deleted, and nothing of their paths and secrets', async () => {
  const developer = await join(service, owner, orgId, 'developer')
  const events: AuditEvent[] = ['webhook.created', 'webhook.updated', 'webhook.taken_over', 'webhook.deleted']
  const url = 'https://93.184.216.34/hook/very-secret'
  const body = { name: 'Build', url, events: ['key.created'] }
  let id = 0
  const secrets: string[] = []
  const entries = await added(events, async () => {
    const created = await service.ok(developer, 'createWebhook', { params: { projectId }, body })
    id = created.id
    const params = { id }
    await service.ok(developer, 'updateWebhook', { params, body: { url: `${url}2` } })
    const { secret } = await service.ok(developer, 'regenerateSecret', { params })
    await service.ok(owner, 'updateWebhook', { params, body: { name: 'Release' } })
    await service.ok(owner, 'deleteWebhook', { params })
    secrets.push('very-secret', created.secret, secret)
  })
  const entry = (event: AuditEvent, who: number, name: string, details: object) => ({
    event,
    by: who,
    subject: { type: 'webhook', id, name },
    details: { projectId, ...details },
  })
  const origin = { url: 'https://93.184.216.34' }
  assert.deepEqual(entries, [
    entry('webhook.deleted', by, 'Release', {}),
    entry('webhook.taken_over', by, 'Release', {
      before: { createdBy: developer.userId },
      after: { createdBy: by },
    }),
    entry('webhook.updated', by, 'Release', { before: { name: 'Build' }, after: { name: 'Release' } }),
    entry('webhook.updated', developer.userId, 'Build', { isSecretNew: true }),
    entry('webhook.updated', developer.userId, 'Build', { before: origin, after: origin }),
    entry('webhook.created', developer.userId, 'Build', {
      ...origin,
      events: ['key.created'],
      isActive: true,
      signature: 'tms',
    }),
  ])
  for (const secret of secrets) assert.ok(!JSON.stringify(entries).includes(secret))
})

test('that a webhook tells values no longer, or again, is told although nothing else changed', async () => {
  const body = { name: 'Build', url: 'https://93.184.216.34/', events: ['key.created'] }
  const { id } = await service.ok(owner, 'createWebhook', { params: { projectId }, body })
  const { apiKeyId, ...key } = await createApiKey(service, owner, projectId, [], ['webhook.edit'])
  const update = (caller: Caller) => () => service.ok(caller, 'updateWebhook', { params: { id }, body: {} })
  const event = 'webhook.updated'
  const subject = { type: 'webhook', id, name: 'Build' }
  const [hides, shows] = [{ seesValues: false }, { seesValues: true }]
  for (const [caller, who, before, after] of [
    [key, apiKeyId, shows, hides],
    [owner, by, hides, shows],
  ] as const) {
    const details = { projectId, before, after }
    assert.deepEqual(await added([event], update(caller)), [{ event, by: who, subject, details }])
    assert.deepEqual(await added([event], update(caller)), [])
  }
  assert.ok(!('seesValues' in (await service.ok(owner, 'getWebhook', { params: { id } }))))
})

test('what an API key does is told under its name', async () => {
  const key = await createApiKey(service, owner, projectId, [], ['webhook.create'])
  const body = { name: 'Build', url: 'https://93.184.216.34/', events: ['key.created'] }
  await service.ok(key, 'createWebhook', { params: { projectId }, body })
  const query = { events: 'webhook.created', limit: 1 }
  const { entries } = await service.ok(owner, 'listAudit', { params: { orgId }, query })
  assert.deepEqual(entries[0]?.actor, { type: 'api_key', id: key.apiKeyId, name: 'key for ' })
})

test('what was refused or undone is not told', async () => {
  const before = await told()
  await service.refused(owner, 'deleteApiKey', { params: { projectId, apiKeyId: 999_999 } }, 'notFound')
  assert.deepEqual(await told(), before)
})
