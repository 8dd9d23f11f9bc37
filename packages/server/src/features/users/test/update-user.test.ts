import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditEvent } from '@parlance/contract'
import { cookieOf, createApiKey, createScene, join, type Person, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'
import { park } from '../../../../test/parked-request.ts'
import { until } from '../../../../test/until.ts'
import { streamsOf } from '../../stream/test/reader.ts'
import { createWebhookScene } from '../../webhooks/test/webhook-scene.ts'

const scene = await createWebhookScene()
// The first to register administers the instance.
const { service, owner: admin, orgId, projectId } = scene
const beside = await startService({}, service)
const streams = await Promise.all([service, beside].map(streamsOf))
const other = await createScene(service)

const update = (userId: number, body: unknown, by: Caller = admin) =>
  service.ok(by, 'updateUser', { params: { userId }, body })
const deactivate = ({ userId }: Person) => update(userId, { isActive: false })
const login = ({ email, password }: Person, at = service) => at.call(nobody, 'login', { body: { email, password } })
const told = async (by: Caller, at: number, events: AuditEvent[]) =>
  (await service.ok(by, 'listAudit', { params: { orgId: at }, query: { events } })).entries

async function joinBoth(): Promise<Person> {
  const person = await join(service, admin, orgId, 'developer')
  const body = { email: person.email, role: 'developer' }
  const { inviteToken } = await service.ok(other.owner, 'createMember', { params: { orgId: other.orgId }, body })
  await service.ok(person, 'acceptInvite', { body: { token: inviteToken } })
  return person
}

describe('12.18 a user who is deactivated', () => {
  test('is out at once, on every instance, with their streams, API keys and webhooks, in all organizations', async () => {
    const person = await joinBoth()
    const watcher = await scene.createHook(['webhook.disabled'])
    const hook = await scene.createHook(['key.created'], 500, person)
    const key = await createApiKey(service, person, projectId, ['translations:read'])
    const elsewhere = await createApiKey(service, person, other.projectId, ['translations:read'])
    await scene.createKey()
    const [waiting] = await scene.quiet(hook.id)
    const arrived = hook.receiver.arrivals.length
    const readers = await Promise.all([
      ...streams.map(({ open }) => open(person, `/projects/${projectId}/keys/events`)),
      ...streams.map(({ open }) => open(key, '/keys/events/stream')),
    ])

    const answer = await deactivate(person)
    assert.partialDeepStrictEqual(answer, { id: person.userId, email: person.email, isActive: false })
    for (const instance of [service, beside]) {
      await instance.refused(person, 'getSession', {}, 'authenticationRequired')
      await instance.refused(key, 'getProject', { params: { projectId } }, 'authenticationRequired')
      await instance.refused(
        elsewhere,
        'getStats',
        { params: { projectId: other.projectId } },
        'authenticationRequired',
      )
      const request = { body: { email: person.email, password: person.password } }
      await instance.refused(nobody, 'login', request, 'invalidCredentials')
    }
    await until('the streams to end', () => readers.every(({ isEnded }) => isEnded))
    assert.equal((await scene.readHook(hook.id)).isActive, false)
    await until('others to be told', () => watcher.receiver.arrivals.length === 1)
    const data = { projectId, webhookId: hook.id, name: hook.name, reason: 'creator_left' }
    assert.deepEqual(watcher.receiver.arrivals[0]?.body.data, data)
    await scene.createKey()
    service.clock.advance(3_600_000)
    assert.match((await scene.settled(waiting?.id ?? 0, 'failed')).errorMessage ?? '', /not active/)
    assert.equal(hook.receiver.arrivals.length, arrived)
  })

  test('signs in again when they are let, and what they made does not come back with them', async () => {
    const person = await joinBoth()
    const key = await createApiKey(service, person, projectId, ['translations:read'])
    const hook = await scene.createHook(['key.created'], 200, person)
    await deactivate(person)
    assert.equal((await update(person.userId, { isActive: true })).isActive, true)
    await service.refused(person, 'getSession', {}, 'authenticationRequired')
    const answer = await login(person)
    assert.equal(answer.status, 200)
    const again = { cookie: cookieOf(answer) }
    assert.equal((await service.ok(again, 'getSession')).organizations.length, 2)
    await service.refused(key, 'getProject', { params: { projectId } }, 'authenticationRequired')
    assert.equal((await scene.readHook(hook.id)).isActive, false)
    const switched = await service.ok(again, 'updateWebhook', { params: { id: hook.id }, body: { isActive: true } })
    assert.equal(switched.isActive, true)
  })

  test('is told in the audit log of each of their organizations, and nothing of where it was done', async () => {
    const person = await joinBoth()
    const { apiKeyId } = await createApiKey(service, person, other.projectId, ['translations:read'])
    await update(person.userId, { isActive: false, isInstanceAdmin: true })
    await update(person.userId, { isActive: true, isInstanceAdmin: false })
    await update(person.userId, { isActive: true })
    const subject = { type: 'member', id: person.userId, name: person.email }
    const events: AuditEvent[] = ['member.deactivated', 'member.reactivated', 'member.administration_changed']
    for (const [by, at] of [
      [admin, orgId],
      [other.owner, other.orgId],
    ] as const) {
      const entries = (await told(by, at, events)).filter(({ subject: { id } }) => id === person.userId)
      assert.deepEqual(
        entries.map(({ event, details }) => [event, details]),
        [
          ['member.administration_changed', { isInstanceAdmin: false }],
          ['member.reactivated', {}],
          ['member.administration_changed', { isInstanceAdmin: true }],
          ['member.deactivated', {}],
        ],
      )
      for (const entry of entries) {
        assert.deepEqual([entry.actor.id, entry.subject, entry.address], [admin.userId, subject, null])
      }
    }
    const [revoked] = await told(other.owner, other.orgId, ['api_key.revoked'])
    const details = { projectId: other.projectId, reason: 'creator_deactivated' }
    assert.deepEqual([revoked?.subject.id, revoked?.details], [apiKeyId, details])
  })

  test('makes nothing with a request that was let in before, and vouches for nobody', async () => {
    const manager = await join(service, admin, orgId, 'admin')
    const invited = { email: 'vouched@example.com', role: 'viewer' }
    const { inviteToken } = await service.ok(manager, 'createMember', { params: { orgId }, body: invited })
    const body = { name: 'Late', scopes: ['translations:read'] }
    const finish = await park(service, manager, 'createApiKey', { params: { projectId }, body })
    await deactivate(manager)
    assert.equal((await finish()).status, 404)
    const { apiKeys } = await service.ok(admin, 'listApiKeys', { params: { projectId } })
    assert.ok(apiKeys.every(({ name }) => name !== 'Late'))
    const accepting = { token: inviteToken, name: 'Vouched', password: 'correct horse battery' }
    await service.refused(nobody, 'acceptInvite', { body: accepting }, 'inviterMayNot')
  })

  test('is no owner who could let others leave', async () => {
    const founder = await register(service)
    const second = await join(service, founder, founder.orgId, 'owner')
    await deactivate(second)
    const params = { orgId: founder.orgId, userId: founder.userId }
    await service.refused(founder, 'deleteMember', { params }, 'lastOwner')
    await update(second.userId, { isActive: true })
    await service.ok(founder, 'deleteMember', { params })
  })
})

describe('12.18 administrators of the instance', () => {
  test('200: only what was sent changes, and nothing else is known', async () => {
    const { userId } = await register(service)
    const before = await update(userId, {})
    assert.deepEqual(await update(userId, { name: 'x', email: 'x@example.com', role: 'owner' }), before)
    assert.deepEqual(await update(userId, { isInstanceAdmin: true }), { ...before, isInstanceAdmin: true })
    assert.deepEqual(await update(userId, { isInstanceAdmin: false }), before)
    for (const [field, value] of [
      ['isActive', 'false'],
      ['isActive', null],
      ['isInstanceAdmin', 1],
    ] as const) {
      const request = { params: { userId }, body: { [field]: value } }
      await service.refused(admin, 'updateUser', request, 'validationError', { field })
    }
    await service.refused(admin, 'updateUser', { params: { userId: 999_999 }, body: {} }, 'notFound')
  })

  test('may be several, and each does what the first one could until they are demoted', async () => {
    const second = await register(service)
    await update(second.userId, { isInstanceAdmin: true })
    await service.ok(second, 'listUsers')
    const limits = { params: { orgId: second.orgId }, body: { limits: { keys: 5 } } }
    assert.equal((await service.ok(second, 'updateOrganization', limits)).limits.keys, 5)
    await update(second.userId, { isInstanceAdmin: false })
    await service.refused(second, 'listUsers', {}, 'administratorsOnly')
    await service.refused(second, 'updateOrganization', limits, 'instanceAdminOnly')
  })

  test('400: the last one who can sign in is neither demoted nor deactivated', async () => {
    const params = { userId: admin.userId }
    const isLast = async () => {
      for (const body of [{ isInstanceAdmin: false }, { isActive: false }, { isActive: false, isInstanceAdmin: false }])
        await service.refused(admin, 'updateUser', { params, body }, 'lastAdministrator')
    }
    await isLast()
    const second = await register(service)
    await update(second.userId, { isInstanceAdmin: true, isActive: false })
    await isLast()
    await update(second.userId, { isActive: true })
    const cookie = cookieOf(await login(second))
    assert.equal((await update(admin.userId, { isInstanceAdmin: false })).isInstanceAdmin, false)
    await update(admin.userId, { isInstanceAdmin: true }, { cookie })
    await update(second.userId, { isInstanceAdmin: false }, { cookie })
    await isLast()
  })

  test('of two who demote or deactivate each other at the same moment, one is left', async () => {
    for (const body of [{ isInstanceAdmin: false }, { isActive: false }]) {
      const service = await startService()
      const first = await register(service)
      const second = await register(service)
      const against = (by: Caller, { userId }: Person, change: object) =>
        service.call(by, 'updateUser', { params: { userId }, body: change })
      await against(first, second, { isInstanceAdmin: true })
      const answers = await Promise.all([against(first, second, body), against(second, first, body)])
      const statuses = answers.map(({ status }) => status).sort()
      assert.equal(statuses[0], 200, JSON.stringify(statuses))
      assert.ok([400, 401, 403].includes(statuses[1] ?? 0), JSON.stringify(statuses))
      const [winner] = answers[0]?.status === 200 ? [first] : [second]
      const { users } = await service.ok(winner ?? first, 'listUsers')
      assert.equal(users.filter(({ isActive, isInstanceAdmin }) => isActive && isInstanceAdmin).length, 1)
    }
  })

  test('403: by nobody who was one when the request began, and is none any more', async () => {
    const second = await register(service)
    const third = await register(service)
    await update(second.userId, { isInstanceAdmin: true })
    const request = { params: { userId: third.userId }, body: { isActive: false } }
    const finish = await park(service, second, 'updateUser', request)
    await update(second.userId, { isInstanceAdmin: false })
    assert.deepEqual(await finish(), { status: 403, code: 'FORBIDDEN' })
    await service.ok(third, 'getSession')
  })
})
