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

const accept = (token: string, name = 'New', password = PASSWORD) => ({ body: { token, name, password } })

describe('accept-invite', () => {
  test('200: an account with the role and languages of the invitation, signed in', async () => {
    const { member, inviteToken } = await invite(owner, 'ann@example.com', 'translator', ['de'])
    assert.equal(typeof inviteToken, 'string')
    assert.equal(member.joinedAt, null)
    const answer = await service.call(nobody, 'acceptInvite', accept(inviteToken, 'Ann'))
    assert.equal(answer.status, 200)
    const session = await service.ok({ cookie: cookieOf(answer) }, 'getSession')
    assert.deepEqual(answer.body, session)
    assert.deepEqual(session.user, { id: member.userId, email: 'ann@example.com', name: 'Ann', isInstanceAdmin: false })
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

  test('404: a token that is seven days old', async () => {
    const { inviteToken } = await invite(owner, 'cal@example.com')
    service.clock.advance(7 * DAY)
    await service.refused(nobody, 'acceptInvite', accept(inviteToken), 'notFound')
    service.clock.advance(-1)
    await service.ok(nobody, 'acceptInvite', accept(inviteToken))
    service.clock.advance(1 - 7 * DAY)
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
    const nameless = { body: { token: inviteToken, password: PASSWORD } }
    await service.refused(nobody, 'acceptInvite', nameless, 'fieldRequired', { field: 'name' })
    const named = { body: { token: inviteToken, name: 'Fin' } }
    await service.refused(nobody, 'acceptInvite', named, 'fieldRequired', { field: 'password' })
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

describe('14.18 accept-invite by somebody who is signed in', () => {
  test('200: the address of the account is that of the invitation, in any spelling; the session goes on', async () => {
    const person = await register(service)
    const { member, inviteToken } = await invite(owner, person.email.toUpperCase(), 'reviewer', ['fr'])
    const answer = await service.call(person, 'acceptInvite', { body: { token: inviteToken } })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['set-cookie'], undefined, 'nobody is signed in anew')
    const session = await service.ok(person, 'getSession')
    assert.deepEqual(answer.body, session)
    assert.deepEqual(
      session.organizations.map(({ id, role, localeCodes }) => ({ id, role, localeCodes })),
      [
        { id: owner.orgId, role: 'reviewer', localeCodes: ['fr'] },
        { id: person.orgId, role: 'owner', localeCodes: null },
      ],
    )
    const { members } = await service.ok(owner, 'listMembers', { params: { orgId: owner.orgId } })
    const joined = members.find(({ email }) => email === person.email)
    assert.equal(joined?.userId, person.userId, "the number is the user's now")
    assert.equal(joined?.joinedAt, service.clock.now().toISOString())
    assert.ok(members.every(({ userId }) => userId !== member.userId))
    await service.refused(person, 'acceptInvite', { body: { token: inviteToken } }, 'notFound')
  })

  test('a name and a password beside their own invitation change nothing of the account', async () => {
    const person = await register(service)
    const before = (await service.ok(person, 'getSession')).user
    const { inviteToken } = await invite(owner, person.email)
    const { user, organizations } = await service.ok(person, 'acceptInvite', accept(inviteToken, 'Else', 'another one'))
    assert.deepEqual(user, before)
    assert.equal(organizations.length, 2)
    await service.ok(nobody, 'login', { body: { email: person.email, password: person.password } })
  })

  test('403: somebody else, and the invitation stays', async () => {
    const { inviteToken } = await invite(owner, 'kim@example.com', 'admin')
    const token = { body: { token: inviteToken } }
    for (const caller of [owner, other]) await service.refused(caller, 'acceptInvite', token, 'invitedSomebodyElse')
    await service.ok(nobody, 'acceptInvite', accept(inviteToken, 'Kim'))
  })

  test('403: a page of another site cannot accept in their name', async () => {
    const person = await register(service)
    const { inviteToken } = await invite(owner, person.email, 'admin')
    const forged = { body: { token: inviteToken }, headers: { 'sec-fetch-site': 'cross-site' } }
    await service.refused(person, 'acceptInvite', forged, 'crossOrigin')
    assert.equal((await service.ok(person, 'getSession')).organizations.length, 1)
    const { csrfToken } = person
    await service.ok(person, 'acceptInvite', { ...forged, headers: { ...forged.headers, 'x-csrf-token': csrfToken } })
  })

  test('403: somebody else, also with a name and a password; they stay signed in as who they are', async () => {
    const { inviteToken } = await invite(owner, 'liz@example.com')
    const answer = await service.call(other, 'acceptInvite', accept(inviteToken, 'Liz'))
    assert.equal(answer.headers['set-cookie'], undefined)
    await service.refused(other, 'acceptInvite', accept(inviteToken, 'Liz'), 'invitedSomebodyElse')
    assert.equal((await service.ok(other, 'getSession')).user.id, other.userId)
    assert.equal((await service.ok(nobody, 'acceptInvite', accept(inviteToken, 'Liz'))).user.name, 'Liz')
  })

  test('a session that has ended is none: a name and a password make the account', async () => {
    const ended = { cookie: 'tms_session=of-another-time' }
    const { inviteToken } = await invite(owner, 'mia@example.com')
    assert.equal((await service.ok(ended, 'acceptInvite', accept(inviteToken, 'Mia'))).user.name, 'Mia')
  })
})

describe('14.18 an address alone opens nothing', () => {
  test('409: an invitation with a password takes no account over that exists, and says to sign in', async () => {
    const person = await register(service)
    const { inviteToken } = await invite(owner, person.email)
    const before = await service.ok(person, 'getSession')
    for (const password of ['mallory was here', person.password]) {
      const request = accept(inviteToken, 'Mallory', password)
      await service.refused(nobody, 'acceptInvite', request, 'accountExists')
      await service.refused(other, 'acceptInvite', request, 'invitedSomebodyElse')
    }
    assert.deepEqual(await service.ok(person, 'getSession'), before)
    const guess = { body: { email: person.email, password: 'mallory was here' } }
    await service.refused(nobody, 'login', guess, 'invalidCredentials')
    await service.ok(person, 'acceptInvite', { body: { token: inviteToken } })
  })

  test('whoever registers an address before its owner is invited is not let in by the invitation', async () => {
    const squatter = await register(service)
    const { member } = await invite(owner, squatter.email, 'admin')
    assert.equal(member.joinedAt, null)
    assert.equal((await service.ok(squatter, 'getSession')).organizations.length, 1)
    await service.refused(squatter, 'getOrganization', { params: { orgId: owner.orgId } }, 'notFound')
    const body = { email: squatter.email, password: squatter.password }
    assert.equal((await service.ok(nobody, 'login', { body })).organizations.length, 1)
  })

  test('the invitation of one organization does not let anyone into a second that invited the same person', async () => {
    const first = await invite(owner, 'hal@example.com', 'viewer')
    const second = await invite(other, 'hal@example.com', 'admin')
    assert.notEqual(second.member.userId, first.member.userId)
    const answer = await service.call(nobody, 'acceptInvite', accept(first.inviteToken, 'Hal'))
    const hal = { cookie: cookieOf(answer) }
    const organizationsOfHal = async () => (await service.ok(hal, 'getSession')).organizations.map(({ id }) => id)
    assert.deepEqual(await organizationsOfHal(), [owner.orgId])
    await service.refused(hal, 'getOrganization', { params: { orgId: other.orgId } }, 'notFound')
    // The second token is known to the second organization's administrators: it must not hand them Hal's account.
    const mallory = accept(second.inviteToken, 'Mallory', 'mallory was here')
    await service.refused(nobody, 'acceptInvite', mallory, 'accountExists')
    await service.ok(hal, 'acceptInvite', { body: { token: second.inviteToken } })
    assert.deepEqual(await organizationsOfHal(), [owner.orgId, other.orgId])
  })

  test('an account without a password is as much of an account: no token opens it', async () => {
    const person = await register(service)
    const { inviteToken } = await invite(owner, person.email)
    await service.db.run(sql`update users set password_hash = null where id = ${person.userId}`)
    await service.refused(nobody, 'acceptInvite', accept(inviteToken, 'Mallory'), 'accountExists')
    await service.ok(person, 'acceptInvite', { body: { token: inviteToken } })
  })

  test('two invitations of one address, used at the same moment, make one account', async () => {
    const tokens = [await invite(owner, 'ned@example.com'), await invite(other, 'ned@example.com')]
    const answers = await Promise.all(
      tokens.map(({ inviteToken }, at) =>
        service.call(nobody, 'acceptInvite', accept(inviteToken, 'Ned', `password ${at} of Ned`)),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })
})
