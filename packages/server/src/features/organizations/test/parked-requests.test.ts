import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteName } from '@parlance/contract'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { park } from '../../../../test/parked-request.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)

const standings = async () => {
  const { members } = await service.ok(owner, 'listMembers', { params: { orgId } })
  return members.map(({ email, role, localeCodes }) => ({ email, role, localeCodes }))
}

const losses = {
  removed: { status: 404, code: 'NOT_FOUND', change: undefined },
  demoted: { status: 403, code: 'FORBIDDEN', change: { role: 'developer' } },
  restricted: { status: 403, code: 'FORBIDDEN', change: { localeCodes: ['de'] } },
}

describe('14.19 a request that was let in before its sender lost the right to manage members', () => {
  for (const [loss, { change, ...refusal }] of Object.entries(losses)) {
    test(`changes nothing any more: the sender was ${loss}`, async () => {
      const manager = await join(service, owner, orgId, 'admin')
      const colleague = await join(service, owner, orgId, 'viewer')
      const email = `second-self-${loss}@example.com`
      const { member: invited } = await service.ok(owner, 'createMember', {
        params: { orgId },
        body: { email: `invited-${loss}@example.com`, role: 'viewer' },
      })
      const own = { orgId, userId: manager.userId }
      const requests: [RouteName, Record<string, number>, object][] = [
        ['createMember', { orgId }, { email, role: 'owner' }],
        ['updateMember', own, { role: 'owner', localeCodes: null }],
        ['updateMember', { orgId, userId: colleague.userId }, { role: 'owner' }],
        ['renewInvitation', { orgId, userId: invited.userId }, {}],
        ['createResetLink', { orgId, userId: colleague.userId }, {}],
        ['deleteMember', { orgId, userId: colleague.userId }, {}],
      ]
      const parked = []
      for (const [name, params, body] of requests) parked.push(await park(service, manager, name, { params, body }))
      if (change) await service.ok(owner, 'updateMember', { params: own, body: change })
      else await service.ok(owner, 'deleteMember', { params: own })
      const before = await standings()
      for (const [at, finish] of parked.entries()) assert.deepEqual(await finish(), refusal, requests[at]?.[0])
      assert.deepEqual(await standings(), before)
    })
  }

  test('401: they have signed out, or a new password has ended the session', async () => {
    const manager = await join(service, owner, orgId, 'admin')
    const body = { email: 'after-sign-out@example.com', role: 'owner' }
    const finish = await park(service, manager, 'createMember', { params: { orgId }, body })
    await service.ok(manager, 'logout')
    assert.deepEqual(await finish(), { status: 401, code: 'AUTHENTICATION_REQUIRED' })
  })

  test('201: nothing has changed for them', async () => {
    const manager = await join(service, owner, orgId, 'admin')
    const body = { email: 'slow@example.com', role: 'viewer' }
    const finish = await park(service, manager, 'createMember', { params: { orgId }, body })
    assert.equal((await finish()).status, 201)
  })
})

test('401: an API key that was revoked while its body was on the way makes no webhook', async () => {
  const key = await createApiKey(service, owner, projectId, [], ['webhook.create'])
  const body = { name: 'Build', url: 'https://93.184.216.34/hook', events: ['key.created'] }
  const finish = await park(service, key, 'createWebhook', { params: { projectId }, body })
  await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId: key.apiKeyId } })
  assert.deepEqual(await finish(), { status: 401, code: 'AUTHENTICATION_REQUIRED' })
  assert.deepEqual(await service.ok(owner, 'listWebhooks', { params: { projectId } }), [])
})
