import { describe, test } from 'node:test'
import { join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
// The first to register administers the instance.
const owner = await register(service)

const invite = (by: Caller, orgId: number, email: string) =>
  service.ok(by, 'createMember', { params: { orgId }, body: { email, role: 'viewer' } })

const accept = (token: string, name = 'New') => ({ body: { token, name, password: 'correct horse battery' } })

describe('14.18 an invitation makes accounts only while its inviter may let people in', () => {
  test('403: the inviter was demoted or has left; renewed by another manager it works again', async () => {
    for (const how of ['demoted', 'removed']) {
      const manager = await join(service, owner, owner.orgId, 'admin')
      const email = `${how}@example.com`
      const { member, inviteToken } = await invite(manager, owner.orgId, email)
      const params = { orgId: owner.orgId, userId: manager.userId }
      if (how === 'demoted') await service.ok(owner, 'updateMember', { params, body: { role: 'developer' } })
      else await service.ok(owner, 'deleteMember', { params })
      await service.refused(nobody, 'acceptInvite', accept(inviteToken), 'inviterMayNot')
      const again = { params: { orgId: owner.orgId, userId: member.userId } }
      const renewed = await service.ok(owner, 'renewInvitation', again)
      await service.ok(nobody, 'acceptInvite', accept(renewed.inviteToken))
    }
  })

  test('somebody who has an account accepts it all the same', async () => {
    const manager = await join(service, owner, owner.orgId, 'admin')
    const person = await register(service)
    const { inviteToken } = await invite(manager, owner.orgId, person.email)
    await service.ok(owner, 'deleteMember', { params: { orgId: owner.orgId, userId: manager.userId } })
    await service.ok(person, 'acceptInvite', { body: { token: inviteToken } })
  })

  test("403: under REGISTRATION=first, into an organization of the inviter's own making", async () => {
    const founder = await register(service)
    const manager = await join(service, founder, founder.orgId, 'admin')
    const closed = await startService({ registration: 'first' }, service)
    const own = await invite(founder, founder.orgId, 'olga@example.com')
    await closed.refused(nobody, 'acceptInvite', accept(own.inviteToken), 'inviterMayNot')
    await service.ok(nobody, 'acceptInvite', accept(own.inviteToken, 'Olga'))

    const managed = await invite(manager, founder.orgId, 'pia@example.com')
    await closed.ok(nobody, 'acceptInvite', accept(managed.inviteToken, 'Pia'))
    const administrators = await invite(owner, owner.orgId, 'quin@example.com')
    await closed.ok(nobody, 'acceptInvite', accept(administrators.inviteToken, 'Quin'))
  })
})
