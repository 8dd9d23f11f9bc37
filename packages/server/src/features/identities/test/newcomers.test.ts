import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, createScene, register } from '../../../../test/factories.ts'
import { nobody, startService, type TestService } from '../../../../test/harness.ts'
import { startIdentityProvider } from '../../../../test/identity-provider.ts'
import { goToProvider, providerConfig, signInWith } from '../../../../test/provider-scene.ts'
import { sql } from '../../../db/sql.ts'

const PASSWORD = 'correct horse battery'

const provider = await startIdentityProvider({ origins: ['http://localhost'], people: {} })

let made = 0
/** Somebody new at the provider. */
function somebody(claims: Record<string, unknown>): string {
  const id = `somebody${++made}`
  provider.people[id] = claims
  return id
}

const withSettings = async (env: Record<string, string> = {}, registration: 'first' | 'open' = 'first') => {
  const service = await startService({
    ...providerConfig(provider, { ...env, REGISTRATION: registration }),
    registration,
  })
  const admin = await register(service)
  return { service, admin }
}

const refusedAs = async (service: TestService, as: string, situation: Parameters<TestService['refused']>[3]) => {
  const { cookie, query } = await goToProvider(service, provider, as)
  await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, situation)
}

const isLetIn = async (service: TestService, as: string) => {
  const answer = await signInWith(service, provider, as)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as { user: { id: number; email: string; isInstanceAdmin: boolean }; organizations: object[] }
}

describe('who gets an account by signing in', () => {
  test('nobody, where nothing is said of domains and registration is closed', async () => {
    const { service } = await withSettings()
    await refusedAs(service, somebody({ email: 'new@example.com', email_verified: true }), 'notAdmitted')
  })

  test('everybody, where registration is open, or all domains are allowed', async () => {
    const open = await withSettings({}, 'open')
    await isLetIn(open.service, somebody({ email: 'new@example.com', email_verified: true }))
    const all = await withSettings({ OIDC_ALLOWED_DOMAINS: '*' })
    await isLetIn(all.service, somebody({ email: 'new@example.com', email_verified: true }))
  })

  test('those of the domains that are named, in any spelling, and nobody whose address only looks like it', async () => {
    const { service } = await withSettings({ OIDC_ALLOWED_DOMAINS: 'Example.com, @bücher.example' })
    for (const email of [
      'a@example.com',
      'b@EXAMPLE.COM',
      'C@Example.Com',
      'd@bücher.example',
      'e@xn--bcher-kva.example',
    ])
      await isLetIn(service, somebody({ email, email_verified: true }))
    for (const email of [
      'a@evil-example.com',
      'a@evilexample.com',
      'a@mail.example.com',
      'a@example.com.evil.example',
      'a@example.comx',
      'a@ex%61mple.com',
      'a@exаmple.com',
      'a@example.com,evil.example',
      'example.com@evil.example',
      'a@com',
    ])
      await refusedAs(service, somebody({ email, email_verified: true }), 'notAdmitted')
    for (const email of [
      'user@example.com@evil.example',
      'a@evil.example@example.com',
      'a b@example.com',
      'example.com',
      '',
      '@example.com',
    ])
      await refusedAs(service, somebody({ email, email_verified: true }), 'addressUnverified')
  })

  test('nobody by an address that the provider has not verified, or does not tell', async () => {
    const { service } = await withSettings({ OIDC_ALLOWED_DOMAINS: '*' })
    for (const verified of [false, undefined, 'false', 'no', 1, null])
      await refusedAs(service, somebody({ email: 'new@example.com', email_verified: verified }), 'addressUnverified')
    await refusedAs(service, somebody({}), 'addressUnverified')
    await isLetIn(service, somebody({ email: 'text@example.com', email_verified: 'true' }))
  })

  test('with OIDC_TRUST_EMAIL also those of whom nothing is said, but not those whom the provider denies', async () => {
    const { service, admin } = await withSettings({ OIDC_ALLOWED_DOMAINS: 'example.com', OIDC_TRUST_EMAIL: 'on' })
    await isLetIn(service, somebody({ email: 'unsaid@example.com' }))
    await refusedAs(service, somebody({ email: 'denied@example.com', email_verified: false }), 'addressUnverified')
    await refusedAs(service, somebody({ email: admin.email }), 'addressTaken')
  })

  test('nobody while there are no accounts: the first one has a password', async () => {
    const service = await startService(providerConfig(provider, { OIDC_ALLOWED_DOMAINS: '*' }))
    const id = somebody({ email: 'first@example.com', email_verified: true })
    await refusedAs(service, id, 'noAccountsYet')
    await register(service)
    assert.equal((await isLetIn(service, id)).user.isInstanceAdmin, false)
  })
})

describe('what newcomers are', () => {
  test('members of no organization, or of the one that is set, as what is set, and told in its audit log', async () => {
    const plain = await withSettings({ OIDC_ALLOWED_DOMAINS: '*' })
    assert.deepEqual(
      (await isLetIn(plain.service, somebody({ email: 'a@example.com', email_verified: true }))).organizations,
      [],
    )

    for (const [env, role] of [
      [{}, 'viewer'],
      [{ OIDC_ROLE: 'translator' }, 'translator'],
    ] as const) {
      const { service, admin } = await withSettings({ OIDC_ALLOWED_DOMAINS: '*', OIDC_ORGANIZATION: '1', ...env })
      const id = somebody({ email: 'b@example.com', email_verified: true })
      const { user, organizations } = await isLetIn(service, id)
      const [membership] = organizations as { id: number; role: string; localeCodes: null }[]
      assert.deepEqual([membership?.id, membership?.role, membership?.localeCodes], [admin.orgId, role, null])
      const { entries } = await service.ok(admin, 'listAudit', { params: { orgId: admin.orgId } })
      const told = entries.map(({ event, actor, details }) => [event, actor.id, details])
      assert.deepEqual(told.slice(0, 2), [
        ['sign_in.succeeded', user.id, { way: 'provider' }],
        ['member.joined', user.id, { role, localeCodes: null }],
      ])
      await service.ok(admin, 'deleteMember', { params: { orgId: admin.orgId, userId: user.id } })
      assert.deepEqual((await isLetIn(service, id)).organizations, [], 'whoever was removed is not new')
    }
  })

  test('as their invitation says where somebody invited them there, if they could do so now', async () => {
    const { service, admin } = await withSettings({ OIDC_ALLOWED_DOMAINS: '*', OIDC_ORGANIZATION: '1' })
    const invite = (email: string) =>
      service.ok(admin, 'createMember', {
        params: { orgId: admin.orgId },
        body: { email, role: 'reviewer', localeCodes: ['de'] },
      })
    const { inviteToken } = await invite('Invited@Example.com')
    const { user, organizations } = await isLetIn(
      service,
      somebody({ email: 'invited@example.com', email_verified: true }),
    )
    const [membership] = organizations as { role: string; localeCodes: string[] }[]
    assert.deepEqual([membership?.role, membership?.localeCodes], ['reviewer', ['de']])
    await service.refused(nobody, 'getInvite', { params: { token: inviteToken } }, 'notFound')
    const { members } = await service.ok(admin, 'listMembers', { params: { orgId: admin.orgId } })
    assert.deepEqual(
      members.map(({ userId }) => userId),
      [admin.userId, user.id],
    )

    await invite('late@example.com')
    service.clock.advance(7 * 86_400_000)
    const late = await isLetIn(service, somebody({ email: 'late@example.com', email_verified: true }))
    assert.equal((late.organizations as { role: string }[])[0]?.role, 'viewer')
  })

  test('as anybody else who comes where somebody invited an address that only looks like theirs in small letters', async () => {
    const { service, admin } = await withSettings({ OIDC_ALLOWED_DOMAINS: '*', OIDC_ORGANIZATION: '1' })
    const { orgId } = admin
    await service.ok(admin, 'createMember', { params: { orgId }, body: { email: 'boss@fine.example', role: 'owner' } })
    const { organizations } = await isLetIn(
      service,
      somebody({ email: 'boss@f\u0130ne.example', email_verified: true }),
    )
    assert.partialDeepStrictEqual(organizations, [{ id: orgId, role: 'viewer' }])
  })

  test('members nowhere, with a word in the log, where the organization is closed or was never there', async (t) => {
    const told: unknown[] = []
    for (const organization of ['1', '4711']) {
      const { service, admin } = await withSettings({ OIDC_ALLOWED_DOMAINS: '*', OIDC_ORGANIZATION: organization })
      t.mock.method(service.services.log, 'warn', (_place: object, message: string) => void told.push(message))
      if (organization === '1') {
        const body = { name: admin.name }
        await service.ok(admin, 'deleteOrganization', { params: { orgId: admin.orgId }, body })
      }
      const { organizations } = await isLetIn(service, somebody({ email: 'a@example.com', email_verified: true }))
      assert.deepEqual(organizations, [])
    }
    assert.equal(told.filter((message) => /OIDC_ORGANIZATION/.test(String(message))).length, 2)
  })
})

describe('an address that has an account', () => {
  test('409 EMAIL_TAKEN for its verified owner; whoever is not verified does not learn whether there is one', async () => {
    const { service, admin } = await withSettings({ OIDC_ALLOWED_DOMAINS: '*' })
    for (const email of [admin.email, admin.email.toUpperCase()])
      await refusedAs(service, somebody({ email, email_verified: true }), 'addressTaken')
    const answers = []
    for (const email of [admin.email, 'nobody@example.com'])
      for (const verified of [false, undefined]) {
        const { cookie, query } = await goToProvider(service, provider, somebody({ email, email_verified: verified }))
        const { status, body } = await service.call({ cookie }, 'completeProviderSignIn', { body: { query } })
        answers.push({ status, body })
      }
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]?.status, 403)
    assert.deepEqual(await service.db.rows(sql`select * from identities`), [])
  })

  test('of an account that was made by the provider is taken like any other, for those who register or are invited', async () => {
    const { service, admin } = await withSettings({ OIDC_ALLOWED_DOMAINS: '*' }, 'open')
    const id = somebody({ email: 'sso@example.com', email_verified: true, name: 'S' })
    const { user } = await isLetIn(service, id)
    const taken = []
    for (const email of ['SSO@example.com', admin.email]) {
      const body = { email, password: PASSWORD, name: 'Eve' }
      const { status, body: said, headers } = await service.call(nobody, 'register', { body })
      taken.push({ status, said, cookie: headers['set-cookie'] })
    }
    assert.deepEqual(taken[0], taken[1])
    assert.equal(taken[0]?.status, 409)
    for (const password of ['', PASSWORD])
      await service.refused(nobody, 'login', { body: { email: 'sso@example.com', password } }, 'invalidCredentials')
    const { orgId, owner } = await createScene(service)
    const { inviteToken } = await service.ok(owner, 'createMember', {
      params: { orgId },
      body: { email: 'sso@example.com', role: 'viewer' },
    })
    const accepting = { body: { token: inviteToken, name: 'Eve', password: PASSWORD } }
    await service.refused(nobody, 'acceptInvite', accepting, 'accountExists')
    await service.refused(owner, 'acceptInvite', { body: { token: inviteToken } }, 'invitedSomebodyElse')
    const own = await signInWith(service, provider, id)
    await service.ok({ cookie: cookieOf(own) }, 'acceptInvite', { body: { token: inviteToken } })
    assert.equal((await isLetIn(service, id)).user.id, user.id)
  })

  test('the same subject at another provider is somebody else', async () => {
    const other = await startIdentityProvider({
      origins: ['http://localhost'],
      people: { same: { email: 'mallory@example.com', email_verified: true } },
    })
    provider.people['same'] = { email: 'same@example.com', email_verified: true }
    const { service } = await withSettings({ OIDC_ALLOWED_DOMAINS: '*' })
    const { user } = await isLetIn(service, 'same')
    const moved = await startService(providerConfig(other, { OIDC_ALLOWED_DOMAINS: '*' }), service)
    const answer = await signInWith(moved, other, 'same')
    assert.equal(answer.status, 200)
    assert.notEqual((answer.body as { user: { id: number } }).user.id, user.id)
    other.people['claimer'] = { email: 'same@example.com', email_verified: true }
    const { cookie, query } = await goToProvider(moved, other, 'claimer')
    await moved.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'addressTaken')
  })
})
