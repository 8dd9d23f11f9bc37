import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

const service = await startService()
// The first to register administers the instance.
const owner = await register(service)

const invite = (by: Caller, orgId: number, email: string) =>
  service.ok(by, 'createMember', { params: { orgId }, body: { email, role: 'viewer' } })

const accept = (token: string, name = 'New') => ({ body: { token, name, password: 'correct horse battery' } })

type Loss = 'removed' | 'demoted' | 'restricted'

/** Takes the right to manage members away. */
async function lose(loss: Loss, userId: number) {
  const params = { orgId: owner.orgId, userId }
  if (loss === 'removed') await service.ok(owner, 'deleteMember', { params })
  else if (loss === 'demoted') await service.ok(owner, 'updateMember', { params, body: { role: 'developer' } })
  else await service.ok(owner, 'updateMember', { params, body: { localeCodes: ['de'] } })
}

describe('14.18 an invitation lets people in only while its inviter may', () => {
  for (const loss of ['removed', 'demoted', 'restricted'] as const) {
    test(`403: the inviter was ${loss}; renewed by another manager it works again`, async () => {
      const manager = await join(service, owner, owner.orgId, 'admin')
      const person = await register(service)
      const stranger = await invite(manager, owner.orgId, `${loss}@example.com`)
      const known = await invite(manager, owner.orgId, person.email)
      await lose(loss, manager.userId)
      await service.refused(nobody, 'acceptInvite', accept(stranger.inviteToken), 'inviterMayNot')
      const signedIn = { body: { token: known.inviteToken } }
      await service.refused(person, 'acceptInvite', signedIn, 'inviterMayNot')
      assert.equal((await service.ok(person, 'getSession')).organizations.length, 1)
      const renew = async (userId: number) =>
        (await service.ok(owner, 'renewInvitation', { params: { orgId: owner.orgId, userId } })).inviteToken
      await service.ok(nobody, 'acceptInvite', accept(await renew(stranger.member.userId)))
      await service.ok(person, 'acceptInvite', { body: { token: await renew(known.member.userId) } })
    })
  }

  test('403: what lets nobody in does not tell whether the address has an account', async () => {
    const manager = await join(service, owner, owner.orgId, 'admin')
    const person = await register(service)
    const tokens = [
      await invite(manager, owner.orgId, person.email),
      await invite(manager, owner.orgId, 'no@example.com'),
    ]
    await lose('demoted', manager.userId)
    for (const { inviteToken } of tokens) {
      await service.refused(nobody, 'acceptInvite', accept(inviteToken), 'inviterMayNot')
    }
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

    const person = await register(service)
    const { inviteToken } = await invite(founder, founder.orgId, person.email)
    await closed.ok(person, 'acceptInvite', { body: { token: inviteToken } })
  })

  test('403: under REGISTRATION=first, where nobody knows any more who founded the organization', async () => {
    const founder = await register(service)
    await service.db.run(sql`update organizations set created_by = null where id = ${founder.orgId}`)
    const closed = await startService({ registration: 'first' }, service)
    const { inviteToken } = await invite(founder, founder.orgId, 'rosa@example.com')
    await closed.refused(nobody, 'acceptInvite', accept(inviteToken), 'inviterMayNot')
    await service.ok(nobody, 'acceptInvite', accept(inviteToken, 'Rosa'))
  })
})
