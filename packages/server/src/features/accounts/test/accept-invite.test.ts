import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '@parlance/contract'
import { cookieOf, type Person, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

const PASSWORD = 'correct horse battery'
const DAY = 86_400_000

const service = await startService()
const owner = await register(service)
const other = await register(service)

const invite = (by: Person & { orgId: number }, email: string, role: Role = 'viewer', localeCodes?: string[]) =>
  service.ok(by, 'createMember', {
    params: { orgId: by.orgId },
    body: { email, role, ...(localeCodes ? { localeCodes } : {}) },
  })

const accept = (token: string | null, name = 'New', password = PASSWORD) => ({ body: { token, name, password } })

describe('accept-invite', () => {
  test('200: an account with the role and languages of the invitation, signed in', async () => {
    const { member, inviteToken } = await invite(owner, 'ann@example.com', 'translator', ['de'])
    assert.equal(typeof inviteToken, 'string')
    assert.equal(member.joinedAt, null)
    const answer = await service.call(nobody, 'acceptInvite', accept(inviteToken, 'Ann'))
    assert.equal(answer.status, 200)
    const session = await service.ok({ cookie: cookieOf(answer) }, 'getSession')
    assert.deepEqual(answer.body, session)
    assert.deepEqual(session.user, { id: member.userId, email: 'ann@example.com', name: 'Ann' })
    const standing = session.organizations.map(({ id, role, localeCodes }) => ({ id, role, localeCodes }))
    assert.deepEqual(standing, [{ id: owner.orgId, role: 'translator', localeCodes: ['de'] }])
    await service.ok(nobody, 'login', { body: { email: 'ann@example.com', password: PASSWORD } })

    const { members } = await service.ok(owner, 'listMembers', { params: { orgId: owner.orgId } })
    const joined = members.find(({ userId }) => userId === member.userId)
    assert.equal(joined?.name, 'Ann')
    assert.equal(joined?.joinedAt, service.clock.now().toISOString())
  })

  test('404: a token that was never issued, or is used already', async () => {
    const { inviteToken } = await invite(owner, 'bea@example.com')
    await service.ok(nobody, 'acceptInvite', accept(inviteToken))
    await service.refused(nobody, 'acceptInvite', accept(inviteToken), 'notFound')
    await service.refused(nobody, 'acceptInvite', accept('never-issued'), 'notFound')
  })

  test('404: an expired token', async () => {
    const { inviteToken } = await invite(owner, 'cal@example.com')
    service.clock.advance(366 * DAY)
    await service.refused(nobody, 'acceptInvite', accept(inviteToken), 'notFound')
    service.clock.advance(-366 * DAY)
    await service.ok(nobody, 'acceptInvite', accept(inviteToken))
  })

  test('404: the invitation of someone who was removed meanwhile', async () => {
    const { inviteToken, member } = await invite(owner, 'deb@example.com', 'admin')
    const params = { orgId: owner.orgId, userId: member.userId }
    await service.ok(owner, 'deleteMember', { params })
    await service.refused(nobody, 'acceptInvite', accept(inviteToken), 'notFound')
  })

  test('one invitation, used twice at the same moment, is taken once', async () => {
    const { inviteToken } = await invite(owner, 'eli@example.com')
    const answers = await Promise.all(
      ['first password', 'other password'].map((password) =>
        service.call(nobody, 'acceptInvite', accept(inviteToken, 'Eli', password)),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  test('422 leaves the invitation as it was', async () => {
    const { inviteToken } = await invite(owner, 'fin@example.com')
    await service.refused(nobody, 'acceptInvite', { body: {} }, 'fieldRequired', { field: 'token' })
    await service.refused(nobody, 'acceptInvite', { body: { token: inviteToken } }, 'fieldRequired', { field: 'name' })
    const short = accept(inviteToken, 'Fin', '123456789')
    await service.refused(nobody, 'acceptInvite', short, 'validationError', { field: 'password' })
    await service.ok(nobody, 'acceptInvite', accept(inviteToken, 'Fin'))
  })

  test('an invited person cannot sign in before accepting', async () => {
    await invite(owner, 'gus@example.com')
    for (const password of ['', PASSWORD]) {
      await service.refused(nobody, 'login', { body: { email: 'gus@example.com', password } }, 'invalidCredentials')
    }
  })
})

describe('an invitation never opens another organization', () => {
  test('the invitation of one organization does not let anyone into a second that invited the same person', async () => {
    const first = await invite(owner, 'hal@example.com', 'viewer')
    const second = await invite(other, 'hal@example.com', 'admin')
    assert.equal(second.member.userId, first.member.userId)
    const answer = await service.call(nobody, 'acceptInvite', accept(first.inviteToken, 'Hal'))
    const hal = { cookie: cookieOf(answer) }
    const { organizations } = await service.ok(hal, 'getSession')
    assert.deepEqual(
      organizations.map(({ id }) => id),
      [owner.orgId],
    )
    await service.refused(hal, 'getOrganization', { params: { orgId: other.orgId } }, 'notFound')

    // The second token is known to the second organization's administrators: it must not hand them Hal's account.
    const taken = await service.call(nobody, 'acceptInvite', accept(second.inviteToken, 'Mallory', 'mallory was here'))
    assert.ok(taken.status >= 400 && taken.status < 500, `${taken.status}`)
    await service.refused(
      nobody,
      'login',
      { body: { email: 'hal@example.com', password: 'mallory was here' } },
      'invalidCredentials',
    )
    const joined = await service.ok(nobody, 'acceptInvite', accept(second.inviteToken, 'Hal'))
    assert.deepEqual(joined.organizations.map(({ id }) => id).sort(), [owner.orgId, other.orgId].sort())
  })

  test('a person who can sign in needs no invitation: the token is null and they are in at once', async () => {
    const { inviteToken, member } = await invite(owner, other.email.toUpperCase(), 'reviewer')
    assert.equal(inviteToken, null)
    assert.equal(member.userId, other.userId)
    assert.equal(member.joinedAt, service.clock.now().toISOString())
    assert.equal((await service.ok(other, 'getOrganization', { params: { orgId: owner.orgId } })).role, 'reviewer')
    await service.refused(nobody, 'acceptInvite', accept('null'), 'notFound')
  })

  test('an account without a password is not invited anew, and no token of another time opens it', async () => {
    const early = await invite(owner, 'jon@example.com')
    const answer = await service.call(nobody, 'register', {
      body: { email: 'jon@example.com', password: PASSWORD, name: 'Jon' },
    })
    const jon = { cookie: cookieOf(answer) }
    await service.db.run(sql`update users set password_hash = null where id = ${early.member.userId}`)
    await service.refused(nobody, 'acceptInvite', accept(early.inviteToken, 'Mallory'), 'invalidCredentials')
    assert.equal((await service.ok(jon, 'getSession')).user.name, 'Jon')

    const { inviteToken, member } = await invite(other, 'jon@example.com', 'reviewer')
    assert.equal(inviteToken, null)
    assert.equal(member.joinedAt, service.clock.now().toISOString())
    assert.equal((await service.ok(jon, 'getOrganization', { params: { orgId: other.orgId } })).role, 'reviewer')
  })

  test('a person invited before they could sign in, and again after, is in at once too', async () => {
    const lost = await invite(owner, 'ida@example.com', 'viewer')
    const elsewhere = await invite(other, 'ida@example.com')
    const answer = await service.call(nobody, 'acceptInvite', accept(elsewhere.inviteToken, 'Ida'))
    const ida = { cookie: cookieOf(answer) }
    const again = await invite(owner, 'ida@example.com', 'translator')
    assert.equal(again.inviteToken, null)
    assert.equal(again.member.userId, lost.member.userId)
    assert.equal(again.member.joinedAt, service.clock.now().toISOString())
    assert.equal((await service.ok(ida, 'getOrganization', { params: { orgId: owner.orgId } })).role, 'translator')
    await service.refused(nobody, 'acceptInvite', accept(lost.inviteToken, 'Ida'), 'notFound')
  })
})
