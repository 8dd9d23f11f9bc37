import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { startIdentityProvider } from '../../../../test/identity-provider.ts'
import { goToProvider, providerConfig, signInWith } from '../../../../test/provider-scene.ts'

const provider = await startIdentityProvider({ origins: ['http://localhost'], people: {} })
// Nobody gets an account by signing in alone.
const service = await startService({ ...providerConfig(provider), registration: 'first' })
const admin = await register(service)
const { orgId } = admin

let made = 0
function somebody(claims: Record<string, unknown> = {}) {
  const id = `guest${++made}`
  const email = `${id}@example.com`
  provider.people[id] = { email, email_verified: true, name: 'Guest', ...claims }
  return { id, email }
}

const invite = async (email: string) =>
  service.ok(admin, 'createMember', { params: { orgId }, body: { email, role: 'translator', localeCodes: ['de'] } })

describe('an invitation that is accepted by signing in with the provider', () => {
  test('200: makes the account and the membership, and leads into the organization', async () => {
    const { id, email } = somebody()
    const { inviteToken, member } = await invite(email.toUpperCase())
    const answer = await signInWith(service, provider, id, { inviteToken, returnTo: '/elsewhere' })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { user, organizations, returnTo } = answer.body as {
      user: { id: number; name: string }
      organizations: { id: number; role: string; localeCodes: string[] }[]
      returnTo: string
    }
    assert.equal(returnTo, `/organizations/${orgId}`)
    assert.deepEqual([user.id, user.name], [member.userId, 'Guest'], "the number is the invitation's")
    assert.deepEqual(
      organizations.map(({ id, role, localeCodes }) => [id, role, localeCodes]),
      [[orgId, 'translator', ['de']]],
    )
    await service.refused(nobody, 'getInvite', { params: { token: inviteToken } }, 'notFound')
    assert.equal((await signInWith(service, provider, id)).status, 200, 'they come again')
    const query = { actorId: user.id }
    const { entries } = await service.ok(admin, 'listAudit', { params: { orgId }, query })
    const told = entries.map(({ event, details }) => [event, details])
    const signIn = ['sign_in.succeeded', { way: 'provider' }]
    assert.deepEqual(told, [signIn, signIn, ['member.joined', { role: 'translator', localeCodes: ['de'] }]])
  })

  test('200: by somebody who has an account that the provider opens', async () => {
    const { id, email } = somebody()
    const first = await signInWith(service, provider, id, { inviteToken: (await invite(email)).inviteToken })
    const { user } = first.body as { user: { id: number } }
    await service.ok({ cookie: cookieOf(first) }, 'deleteMember', { params: { orgId, userId: user.id } })
    const answer = await signInWith(service, provider, id, { inviteToken: (await invite(email)).inviteToken })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal((answer.body as typeof first & { user: { id: number } }).user.id, user.id)
  })

  test('the provider need not say whether it has verified the address: the link says as much', async () => {
    const unsaid = somebody({ email_verified: undefined })
    const { inviteToken } = await invite(unsaid.email)
    assert.equal((await signInWith(service, provider, unsaid.id, { inviteToken })).status, 200)
  })

  test('403, and nobody is signed in, by somebody with another address, or one that the provider denies', async () => {
    const { inviteToken } = await invite('wanted@example.com')
    const known = somebody()
    await signInWith(service, provider, known.id, { inviteToken: (await invite(known.email)).inviteToken })
    const denied = somebody({ email: 'wanted@example.com', email_verified: false })
    for (const [as, situation] of [
      [somebody().id, 'invitedSomebodyElse'],
      [somebody({ email: 'wanted@example.com.evil.example' }).id, 'invitedSomebodyElse'],
      [known.id, 'invitedSomebodyElse'],
      [denied.id, 'addressUnverified'],
      [somebody({ email: undefined }).id, 'addressUnverified'],
    ] as const) {
      const { cookie, query } = await goToProvider(service, provider, as, { inviteToken })
      await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, situation)
    }
    await service.ok(nobody, 'getInvite', { params: { token: inviteToken } })
  })

  test('404: a token that nobody was given, or that is used or withdrawn while somebody is away', async () => {
    await service.refused(nobody, 'beginProviderSignIn', { body: { inviteToken: 'made-up' } }, 'notFound')
    const { id, email } = somebody()
    const { inviteToken, member } = await invite(email)
    const { cookie, query } = await goToProvider(service, provider, id, { inviteToken })
    await service.ok(admin, 'deleteMember', { params: { orgId, userId: member.userId } })
    await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'notFound')
  })

  test('409 EMAIL_TAKEN: an account with a password has the address; the one who was invited signs in with that', async () => {
    const person = await join(service, admin, orgId, 'viewer')
    await service.ok(person, 'deleteMember', { params: { orgId, userId: person.userId } })
    const { id } = somebody({ email: person.email })
    const { inviteToken } = await invite(person.email)
    const { cookie, query } = await goToProvider(service, provider, id, { inviteToken })
    await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'addressTaken')
  })

  test('403: whoever invited can let nobody in any more', async () => {
    const manager = await join(service, admin, orgId, 'admin')
    const { id, email } = somebody()
    const { inviteToken } = await service.ok(manager, 'createMember', {
      params: { orgId },
      body: { email, role: 'viewer' },
    })
    const { cookie, query } = await goToProvider(service, provider, id, { inviteToken })
    await service.ok(admin, 'updateMember', { params: { orgId, userId: manager.userId }, body: { role: 'viewer' } })
    const answer = await service.call({ cookie }, 'completeProviderSignIn', { body: { query } })
    assert.equal(answer.status, 403, JSON.stringify(answer.body))
    assert.equal(cookieOf(answer), '')
  })

  test('403: nor somebody who has an account that the provider opens', async () => {
    const manager = await join(service, admin, orgId, 'admin')
    const { id, email } = somebody()
    const first = await signInWith(service, provider, id, { inviteToken: (await invite(email)).inviteToken })
    const { user } = first.body as { user: { id: number } }
    await service.ok(admin, 'deleteMember', { params: { orgId, userId: user.id } })
    const { inviteToken } = await service.ok(manager, 'createMember', {
      params: { orgId },
      body: { email, role: 'viewer' },
    })
    await service.ok(admin, 'updateMember', { params: { orgId, userId: manager.userId }, body: { role: 'viewer' } })
    const { cookie, query } = await goToProvider(service, provider, id, { inviteToken })
    await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'inviterMayNot')
  })

  test('one link, used by two browsers at the same moment, is taken once', async () => {
    const { id, email } = somebody()
    const { inviteToken } = await invite(email)
    const begun = [
      await goToProvider(service, provider, id, { inviteToken }),
      await goToProvider(service, provider, id, { inviteToken }),
    ]
    const answers = await Promise.all(
      begun.map(({ cookie, query }) => service.call({ cookie }, 'completeProviderSignIn', { body: { query } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  })
})
