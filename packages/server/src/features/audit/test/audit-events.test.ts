import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditEvent } from '@parlance/contract'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

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
    const details = { before: { name: 'Person 1' }, after: { name: 'Shops' } }
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

test('API keys are told when they end', async () => {
  const { apiKeyId } = await createApiKey(service, owner, projectId, ['translations:read'])
  const revoke = () => service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId } })
  const subject = { type: 'api_key', id: apiKeyId, name: 'key for translations:read' }
  const details = { projectId }
  assert.deepEqual(await added(['api_key.revoked'], revoke), [{ event: 'api_key.revoked', by, subject, details }])
})

test('what was refused or undone is not told', async () => {
  const before = await told()
  await service.refused(owner, 'deleteApiKey', { params: { projectId, apiKeyId: 999_999 } }, 'notFound')
  assert.deepEqual(await told(), before)
})
