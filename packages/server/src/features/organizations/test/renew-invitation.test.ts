import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const DAY = 86_400_000

const service = await startService()
const owner = await register(service)
const other = await register(service)
const { orgId } = owner
const developer = await join(service, owner, orgId, 'developer')

const invite = (body: unknown, by: Caller = owner, id = orgId) =>
  service.ok(by, 'createMember', { params: { orgId: id }, body })
const update = (userId: number, body: unknown) => service.ok(owner, 'updateMember', { params: { orgId, userId }, body })
const member = async (userId: number) => {
  const { members } = await service.ok(owner, 'listMembers', { params: { orgId } })
  return members.find((one) => one.userId === userId)
}
const accept = (token: string) => ({ body: { token, name: 'New', password: 'correct horse battery' } })

describe('14.18 an invitation', () => {
  test('201: an invitation, the same in every way whether or not the address has an account', async () => {
    const person = await register(service)
    const told = await Promise.all(
      [person.email.toUpperCase(), 'nobody@example.com'].map(async (email) => {
        const { member: added, inviteToken } = await invite({ email, role: 'viewer' })
        assert.match(inviteToken, /^[\w-]{43}$/)
        return { ...added, userId: typeof added.userId, email: added.email === email, name: added.name === email }
      }),
    )
    const same = { userId: 'number', email: true, name: true, role: 'viewer', localeCodes: null, joinedAt: null }
    assert.deepEqual(told, [same, same])
  })

  test('the number of an invitation is its own: no user has it, and nobody comes to have it', async () => {
    const person = await register(service)
    const pending = [await invite({ email: person.email, role: 'viewer' }, owner)]
    pending.push(await invite({ email: person.email, role: 'viewer' }, other, other.orgId))
    pending.push(await invite({ email: 'unborn@example.com', role: 'viewer' }))
    const later = await register(service)
    const taken = [owner, other, developer, person, later].map(({ userId }) => userId)
    const numbers = pending.map(({ member: { userId } }) => userId)
    assert.equal(new Set([...taken, ...numbers]).size, taken.length + numbers.length)
  })

  test('inviting again keeps the number, takes the new role, and ends the token before', async () => {
    const first = await invite({ email: 'again@example.com', role: 'viewer', localeCodes: ['de'] })
    const second = await invite({ email: 'AGAIN@example.com', role: 'reviewer' })
    assert.partialDeepStrictEqual(second.member, { userId: first.member.userId, role: 'reviewer', localeCodes: null })
    await service.refused(nobody, 'acceptInvite', accept(first.inviteToken), 'notFound')
    const { organizations } = await service.ok(nobody, 'acceptInvite', accept(second.inviteToken))
    assert.partialDeepStrictEqual(organizations, [{ id: orgId, role: 'reviewer' }])
  })

  test('200: an invitation changes under its number, and is accepted as it is then', async () => {
    const { member: invited, inviteToken } = await invite({ email: 'change@example.com', role: 'viewer' })
    const changed = await update(invited.userId, { role: 'translator', localeCodes: ['fr'] })
    assert.deepEqual(changed, { ...invited, role: 'translator', localeCodes: ['fr'] })
    assert.deepEqual(await member(invited.userId), changed)
    const { organizations } = await service.ok(nobody, 'acceptInvite', accept(inviteToken))
    assert.partialDeepStrictEqual(organizations, [{ id: orgId, role: 'translator', localeCodes: ['fr'] }])
  })
})

describe('14.20 withdrawing and renewing an invitation', () => {
  test('204: a withdrawn invitation is gone, and the address may be invited again', async () => {
    const email = 'withdrawn@example.com'
    const { member: invited, inviteToken } = await invite({ email, role: 'owner' })
    const params = { orgId, userId: invited.userId }
    await service.ok(owner, 'deleteMember', { params })
    assert.equal(await member(invited.userId), undefined)
    await service.refused(nobody, 'acceptInvite', accept(inviteToken), 'notFound')
    await service.refused(owner, 'deleteMember', { params }, 'notFound')
    await service.ok(nobody, 'acceptInvite', accept((await invite({ email, role: 'viewer' })).inviteToken))
  })

  test('201: renewed, the old token ends, also one that had run out, and everything else stays', async () => {
    const { member: invited, inviteToken } = await invite({ email: 'renewed@example.com', role: 'translator' })
    const params = { orgId, userId: invited.userId }
    service.clock.advance(7 * DAY)
    await service.refused(nobody, 'acceptInvite', accept(inviteToken), 'notFound')
    const renewed = await service.ok(owner, 'renewInvitation', { params })
    assert.deepEqual(await member(invited.userId), invited)
    service.clock.advance(7 * DAY - 1)
    await service.refused(nobody, 'acceptInvite', accept(inviteToken), 'notFound')
    const { user, organizations } = await service.ok(nobody, 'acceptInvite', accept(renewed.inviteToken))
    assert.equal(user.id, invited.userId, 'a new account keeps the number')
    assert.partialDeepStrictEqual(organizations, [{ id: orgId, role: 'translator' }])
    await service.refused(owner, 'renewInvitation', { params }, 'memberJoined')
  })

  test('400: somebody who has joined needs none', async () => {
    const params = { orgId, userId: developer.userId }
    await service.refused(owner, 'renewInvitation', { params }, 'memberJoined')
  })

  test('an owner who has not accepted does not stand in for the last one', async () => {
    const founder = await register(service)
    await invite({ email: 'heir@example.com', role: 'owner' }, founder, founder.orgId)
    const params = { orgId: founder.orgId, userId: founder.userId }
    await service.refused(founder, 'deleteMember', { params }, 'lastOwner')
  })
})
