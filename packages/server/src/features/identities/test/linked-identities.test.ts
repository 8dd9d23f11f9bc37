import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { cookieOf, createApiKey, createScene, join, type Person, register } from '../../../../test/factories.ts'
import { atEnd, nobody, startService, type TestService } from '../../../../test/harness.ts'
import { startIdentityProvider } from '../../../../test/identity-provider.ts'
import { mailThrough, PUBLIC_URL, startMailServer } from '../../../../test/mail-server.ts'
import { goToLink, goToProvider, providerConfig, signInWith } from '../../../../test/provider-scene.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { hashSecret } from '../../../http/secrets.ts'
import { Mailer } from '../../../mail/mailer.ts'
import { grantNewPassword } from '../../accounts/own-reset-link.ts'

const provider = await startIdentityProvider({ origins: ['http://localhost', PUBLIC_URL], people: {} })
const service = await startService(
  providerConfig(provider, { OIDC_NAME: 'Example', OIDC_ALLOWED_DOMAINS: 'example.com' }),
)
const { owner, orgId } = await createScene(service)

let made = 0
function somebody(claims: Record<string, unknown> = {}): string {
  const id = `linked${++made}`
  provider.people[id] = { email: `${id}@work.example`, email_verified: true, ...claims }
  return id
}

const link = async (person: Person, as: string) => {
  const { cookie, query } = await goToLink(service, provider, as, person)
  return service.call({ cookie }, 'completeProviderSignIn', { body: { query } })
}
const identitiesOf = async (person: Person) => (await service.ok(person, 'listIdentities')).identities

/** Switches a second factor on. */
async function protect(at: TestService, person: Person): Promise<string> {
  const { secret } = await at.ok(person, 'beginSecondFactor')
  const timestamp = at.clock.now().getTime()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  const { recoveryCodes } = await at.ok(person, 'createSecondFactor', { body: { code } })
  return recoveryCodes[0] ?? ''
}

describe('an account that is linked to the provider', () => {
  test('401 SECOND_FACTOR_REQUIRED where it has a second factor, which is asked for then; nothing is accepted before', async () => {
    const person = await register(service)
    const as = somebody({ email: person.email })
    await link(person, as)
    const recoveryCode = await protect(service, person)
    const { inviteToken } = await service.ok(owner, 'createMember', {
      params: { orgId },
      body: { email: person.email, role: 'viewer' },
    })
    const invited = await signInWith(service, provider, as, { inviteToken })
    assert.equal(invited.status, 401)
    assert.ok(!cookieOf(invited).startsWith('tms_session'))
    await service.ok(nobody, 'getInvite', { params: { token: inviteToken } })
    const answer = await signInWith(service, provider, as, { returnTo: '/account/profile' })
    const { code, meta } = answer.body as { code: string; meta: { token: string; returnTo: string } }
    assert.deepEqual([answer.status, code, meta.returnTo], [401, 'SECOND_FACTOR_REQUIRED', '/account/profile'])
    const completed = await service.ok(nobody, 'completeLogin', { body: { token: meta.token, code: recoveryCode } })
    assert.equal(completed.user.id, person.userId)
  })

  test('is opened by both, whatever the address at the provider; the audit log tells of it', async () => {
    const person = await join(service, owner, orgId, 'developer')
    const as = somebody({ email: owner.email, email_verified: false })
    assert.deepEqual(await service.ok(person, 'listIdentities'), { identities: [], hasPassword: true })
    const linked = await link(person, as)
    assert.equal(linked.status, 200, JSON.stringify(linked.body))
    assert.equal((linked.body as { user: { id: number } }).user.id, person.userId)
    assert.ok(!cookieOf(linked).startsWith('tms_session'), 'the session goes on')
    const [identity, ...others] = await identitiesOf(person)
    assert.deepEqual(others, [])
    const now = service.clock.now().toISOString()
    assert.deepEqual(
      { ...identity, id: 0 },
      { id: 0, provider: 'Example', issuer: provider.issuer, email: owner.email, createdAt: now, lastUsedAt: null },
    )
    const answer = await signInWith(service, provider, as)
    assert.equal((answer.body as { user: { id: number } }).user.id, person.userId)
    assert.equal((await identitiesOf(person))[0]?.lastUsedAt, now)
    await service.ok(nobody, 'login', { body: { email: person.email, password: person.password } })
    const { entries } = await service.ok(owner, 'listAudit', {
      params: { orgId },
      query: { events: 'identity.linked', actorId: person.userId },
    })
    assert.equal(entries.length, 1)
    assert.ok(!JSON.stringify(entries).includes(as), 'the subject is not told')
  })

  test('401: only with the password, which is guessed as often as elsewhere', async () => {
    const own = await startService(providerConfig(provider))
    const person = await register(own)
    const wrong = { body: { currentPassword: 'not the password' } }
    for (let at = 0; at < 10; at++) await own.refused(person, 'beginIdentityLink', wrong, 'invalidCredentials')
    const right = { body: { currentPassword: person.password } }
    await own.refused(person, 'beginIdentityLink', right, 'tooManyLogins')
  })

  test('409: a person at the provider opens one account, and an account is opened by one person there', async () => {
    const [one, two] = [await register(service), await register(service)]
    const as = somebody()
    const stranger = await goToLink(service, provider, somebody(), one)
    assert.equal((await link(one, as)).status, 200)
    const { cookie, query } = await goToLink(service, provider, as, two)
    await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'identityTaken')
    assert.deepEqual(await identitiesOf(two), [])
    const again = { body: { currentPassword: one.password } }
    await service.refused(one, 'beginIdentityLink', again, 'identityLinked')
    const late = { body: { query: stranger.query } }
    await service.refused({ cookie: stranger.cookie }, 'completeProviderSignIn', late, 'identityLinked')
  })

  test('of two tabs that link the same, both are content', async () => {
    const person = await register(service)
    const as = somebody()
    const begun = [await goToLink(service, provider, as, person), await goToLink(service, provider, as, person)]
    for (const { cookie, query } of begun)
      assert.equal((await service.call({ cookie }, 'completeProviderSignIn', { body: { query } })).status, 200)
    assert.equal((await identitiesOf(person)).length, 1)
  })

  test('is unlinked with the password, which ends all other sessions, and then the provider opens it no longer', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const as = somebody()
    await link(person, as)
    const byProvider = { cookie: cookieOf(await signInWith(service, provider, as)) }
    const [identity] = await identitiesOf(person)
    const params = { identityId: identity?.id ?? 0 }
    const wrong = { params, body: { currentPassword: 'not the password' } }
    await service.refused(person, 'deleteIdentity', wrong, 'invalidCredentials')
    const other = await register(service)
    const elsewhere = { params, body: { currentPassword: other.password } }
    await service.refused(other, 'deleteIdentity', elsewhere, 'notFound')
    await service.ok(person, 'deleteIdentity', { params, body: { currentPassword: person.password } })
    await service.refused(byProvider, 'getSession', {}, 'authenticationRequired')
    assert.deepEqual(await identitiesOf(person), [])
    const { cookie, query } = await goToProvider(service, provider, as)
    await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'notAdmitted')
    const { entries } = await service.ok(owner, 'listAudit', {
      params: { orgId },
      query: { events: 'identity.unlinked' },
    })
    assert.equal(entries[0]?.actor.id, person.userId)
  })

  test('is unlinked for whoever has shown the provider’s part, and waits for their second factor', async () => {
    const person = await register(service)
    const as = somebody()
    await link(person, as)
    const code = await protect(service, person)
    type Step = { meta: { token: string } }
    const { meta } = (await signInWith(service, provider, as)).body as Step
    const { email, password } = person
    const byPassword = (await service.call(nobody, 'login', { body: { email, password } })).body as Step
    const [identity] = await identitiesOf(person)
    const request = { params: { identityId: identity?.id ?? 0 }, body: { currentPassword: password } }
    await service.ok(person, 'deleteIdentity', request)
    await service.refused(nobody, 'completeLogin', { body: { token: meta.token, code } }, 'secondStepOver')
    await service.ok(nobody, 'completeLogin', { body: { token: byPassword.meta.token, code } })
  })

  test('400 ONLY_WAY_IN: an account that has no password stays linked', async () => {
    const as = somebody({ email: 'only@example.com' })
    const caller = { cookie: cookieOf(await signInWith(service, provider, as)) }
    const { identities, hasPassword } = await service.ok(caller, 'listIdentities')
    assert.equal(hasPassword, false)
    const request = { params: { identityId: identities[0]?.id ?? 0 }, body: { currentPassword: '' } }
    await service.refused(caller, 'deleteIdentity', request, 'onlyWayIn')
    const change = { body: { password: 'another horse battery', currentPassword: '' } }
    await service.refused(caller, 'updateMe', change, 'invalidCredentials')
  })

  test('an account that is deactivated while somebody is away is not entered', async () => {
    const person = await register(service)
    const as = somebody()
    await link(person, as)
    const { cookie, query } = await goToProvider(service, provider, as)
    await service.ok(owner, 'updateUser', { params: { userId: person.userId }, body: { isActive: false } })
    await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'accountDeactivated')
  })
})

describe('OIDC_LINK_BY_EMAIL', async () => {
  const asked = await startService(providerConfig(provider, { OIDC_LINK_BY_EMAIL: 'on', OIDC_TRUST_EMAIL: 'on' }))
  const administrator = await register(asked)

  test('a verified address opens the account that has it, and ends all that opened it before', async () => {
    const person = await register(asked)
    const { projectId } = await createSceneOf(person)
    const key = await createApiKey(asked, person, projectId, ['translations:read'])
    await protect(asked, person)
    const answer = await signInWith(asked, provider, somebody({ email: person.email.toUpperCase() }))
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal((answer.body as { user: { id: number } }).user.id, person.userId)
    await asked.refused(person, 'getSession', {}, 'authenticationRequired')
    const login = { body: { email: person.email, password: person.password } }
    await asked.refused(nobody, 'login', login, 'invalidCredentials')
    await asked.ok(key, 'getApiKey')
    const { hasPassword } = await asked.ok({ cookie: cookieOf(answer) }, 'listIdentities')
    assert.equal(hasPassword, false)
  })

  test('409: not of an address that is not verified, of an administrator, or of somebody who is linked already', async () => {
    const person = await register(asked)
    const first = somebody({ email: person.email })
    for (const [claims, situation] of [
      [{ email: person.email, email_verified: false }, 'addressUnverified'],
      [{ email: person.email, email_verified: undefined }, 'addressTaken'],
      [{ email: administrator.email }, 'addressTaken'],
    ] as const) {
      const { cookie, query } = await goToProvider(asked, provider, somebody(claims))
      await asked.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, situation)
    }
    assert.equal((await signInWith(asked, provider, first)).status, 200)
    const successor = await goToProvider(asked, provider, somebody({ email: person.email }))
    const late = { body: { query: successor.query } }
    await asked.refused({ cookie: successor.cookie }, 'completeProviderSignIn', late, 'addressTaken')
    await asked.ok(administrator, 'getSession')
  })

  test('409: of an address in letters that only become those of the account when they are made small', async () => {
    const email = 'kim@fine.example'
    const body = { email, name: 'Kim', password: 'correct horse battery' }
    assert.equal((await asked.call(nobody, 'register', { body })).status, 201)
    // The sign of Kelvin, and of another domain than its owner's: one with a dot on its I.
    for (const other of ['\u212aim@fine.example', 'kim@f\u0130ne.example']) {
      const { cookie, query } = await goToProvider(asked, provider, somebody({ email: other }))
      await asked.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'addressTaken')
    }
    await asked.ok(nobody, 'login', { body: { email, password: body.password } })
  })

  async function createSceneOf(person: Person & { orgId: number }) {
    const body = { name: 'Shop', sourceLocale: 'en' }
    return { projectId: (await asked.ok(person, 'createProject', { params: { orgId: person.orgId }, body })).id }
  }
})

describe('a reset link', () => {
  const forReset = { role: 'viewer' as const }

  test('400: for nobody who signs in with the provider alone; when that is no longer asked, by administrators', async () => {
    const { inviteToken, member } = await service.ok(owner, 'createMember', {
      params: { orgId },
      body: { email: 'reset@example.com', ...forReset },
    })
    const as = somebody({ email: 'reset@example.com' })
    assert.equal((await signInWith(service, provider, as, { inviteToken })).status, 200)
    const params = { orgId, userId: member.userId }
    await service.refused(owner, 'createResetLink', { params }, 'memberSignsInElsewhere')
    const manager = await join(service, owner, orgId, 'admin')
    const plain = await startService({}, service)
    await plain.refused(manager, 'createResetLink', { params }, 'memberSignsInElsewhere')
    const { token } = await plain.ok(owner, 'createResetLink', { params })
    const reset = { body: { token, password: 'another horse battery' } }
    await service.refused(nobody, 'resetPassword', reset, 'notFound')
    await plain.ok(nobody, 'resetPassword', reset)
  })

  test('by mail goes to nobody whom the provider alone lets in, and one of before opens nothing', async () => {
    const server = await startMailServer()
    const mail = mailThrough(`smtp://127.0.0.1:${server.port}`)
    const mailing = await startService({ ...mail, ...providerConfig(provider, { OIDC_ALLOWED_DOMAINS: '*' }) })
    const person = await register(mailing)
    const plain = await startService(mail, mailing)
    const mailer = new Mailer(mailing.services, { password_reset: grantNewPassword })
    atEnd(() => mailer.close())
    const as = somebody()
    const email = `${as}@work.example`
    assert.equal((await signInWith(mailing, provider, as)).status, 200)
    for (const address of [email, person.email])
      await mailing.ok(nobody, 'forgotPassword', { body: { email: address } })
    await until('the mail', () => server.to(person.email).length > 0)
    await until('nothing to wait', async () => !(await mailing.db.row(sql`select from mails where due_at is not null`)))
    assert.equal(server.to(email).length, 0)
    // As it would be there from a time without a provider.
    await mailing.db.run(sql`
      insert into own_reset_links (user_id, token_hash, created_at, expires_at)
      select id, ${hashSecret('of before')}, now(), now() + interval '1 day' from users where email = ${email}`)
    const reset = { body: { token: 'of before', password: 'another horse battery' } }
    await mailing.refused(nobody, 'resetPassword', reset, 'notFound')
    await plain.ok(nobody, 'resetPassword', reset)
  })

  test('for somebody who has both is as for anybody', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    await link(person, somebody())
    const { token } = await service.ok(owner, 'createResetLink', { params: { orgId, userId: person.userId } })
    await service.ok(nobody, 'resetPassword', { body: { token, password: 'another horse battery' } })
    assert.equal((await service.db.rows(sql`select 1 from identities where user_id = ${person.userId}`)).length, 1)
  })
})
