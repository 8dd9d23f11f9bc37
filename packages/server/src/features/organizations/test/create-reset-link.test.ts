import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { join, joinAgain, type Person, register } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const DAY = 86_400_000

const service = await startService()
// The first to register administers the instance.
const root = await register(service)
const owner = await register(service)
const other = await register(service)
const { orgId } = owner
const admin = await join(service, owner, orgId, 'admin')
const viewer = await join(service, owner, orgId, 'viewer')

const linkFor = ({ userId }: { userId: number }) => ({ params: { orgId, userId } })
const made = async (by: Caller, person: { userId: number }) =>
  (await service.call(by, 'createResetLink', linkFor(person))).status
const refused = (by: Caller, person: { userId: number }, situation: Situation) =>
  service.refused(by, 'createResetLink', linkFor(person), situation)

describe('12.13 a reset link', () => {
  test('201: a token that is good for a day, and a new one at each time', async () => {
    const first = await service.ok(owner, 'createResetLink', linkFor(viewer))
    assert.match(first.token, /^[\w-]{43}$/)
    assert.equal(first.expiresAt, new Date(service.clock.now().getTime() + DAY).toISOString())
    assert.notEqual((await service.ok(admin, 'createResetLink', linkFor(viewer))).token, first.token)
  })

  test('403: for somebody of a higher role; for one of the same it is made', async () => {
    await refused(admin, owner, 'higherRole')
    const equals = [await join(service, owner, orgId, 'admin'), await join(service, owner, orgId, 'owner')]
    assert.deepEqual([await made(admin, equals[0] as Person), await made(owner, equals[1] as Person)], [201, 201])
  })

  test('403: for oneself, whatever one is', async () => {
    for (const person of [owner, admin]) await refused(person, person, 'ownPassword')
  })

  test('400: for somebody who has not joined, and so has no password here', async () => {
    const body = { email: viewer.email.replace('@', '+pending@'), role: 'viewer' }
    const { member } = await service.ok(owner, 'createMember', { params: { orgId }, body })
    await refused(owner, member, 'memberNotJoined')
  })

  test('400: for somebody whose account is deactivated', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const params = { userId: person.userId }
    await service.ok(root, 'updateUser', { params, body: { isActive: false } })
    await refused(owner, person, 'memberDeactivated')
    await service.ok(root, 'updateUser', { params, body: { isActive: true } })
    assert.equal(await made(owner, person), 201)
  })

  test('404: for somebody who is no member, and nobody', async () => {
    for (const userId of [other.userId, 2 ** 40]) await refused(owner, { userId }, 'notFound')
  })

  test('403: managers who may see some languages only make none', async () => {
    const restricted = await join(service, owner, orgId, 'owner', ['de'])
    await refused(restricted, viewer, 'restrictedToLocales')
  })

  test('403: for a member of another organization, but for the instance administrator, who keeps to the roles', async () => {
    const person = await join(service, owner, orgId, 'developer')
    assert.equal(await made(owner, person), 201)
    const elsewhere = { params: { orgId: other.orgId }, body: { email: person.email, role: 'viewer' } }
    const { inviteToken } = await service.ok(other, 'createMember', elsewhere)
    assert.equal(await made(owner, person), 201, 'an invitation is no membership')
    await service.ok(person, 'acceptInvite', { body: { token: inviteToken } })
    await refused(owner, person, 'memberElsewhere')
    await joinAgain(service, owner, orgId, root, 'admin')
    assert.equal(await made(root, person), 201)
    await refused(root, owner, 'higherRole')
    await service.ok(other, 'deleteMember', { params: { orgId: other.orgId, userId: person.userId } })
    assert.equal(await made(owner, person), 201)
  })

  test('403: for the instance administrator nobody else makes one, whatever their role here', async () => {
    await refused(owner, root, 'higherRole')
  })

  test('the audit log tells who made it and for whom, and not what opens it', async () => {
    const { token } = await service.ok(admin, 'createResetLink', linkFor(viewer))
    const query = { events: 'member.reset_link_created', limit: 1 }
    const { entries } = await service.ok(owner, 'listAudit', { params: { orgId }, query })
    assert.partialDeepStrictEqual(entries, [
      { actor: { id: admin.userId }, subject: { type: 'member', id: viewer.userId, name: viewer.email } },
    ])
    assert.ok(!JSON.stringify(entries).includes(token))
  })
})
