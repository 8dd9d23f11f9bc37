import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { cookieOf, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { CLIENT_SECRET, startIdentityProvider } from '../../../../test/identity-provider.ts'
import { cookiesOf, goToProvider, providerConfig, signInWith } from '../../../../test/provider-scene.ts'
import { sql } from '../../../db/sql.ts'

const provider = await startIdentityProvider({
  origins: ['http://localhost'],
  people: {
    nia: { email: 'nia@example.com', email_verified: true, name: 'Nia Vale' },
    noname: { email: 'no.name@example.com', email_verified: true },
    mover: { email: 'mover@example.com', email_verified: true, name: 'Mo' },
    gone: { email: 'gone@example.com', email_verified: true },
    late: { email: 'late@example.com', email_verified: true },
  },
})
const service = await startService(providerConfig(provider, { OIDC_ALLOWED_DOMAINS: 'example.com' }))
const admin = await register(service)

const usersOf = (email: string) =>
  service.db.rows<{ id: number; passwordHash: string | null }>(sql`
    select id, password_hash as "passwordHash" from users where lower(email) = lower(${email})`)

describe('complete-provider-sign-in', () => {
  test('200: somebody new gets an account without a password, and a session like any other', async () => {
    const answer = await signInWith(service, provider, 'nia')
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const cookie = { cookie: cookieOf(answer) }
    const session = await service.ok(cookie, 'getSession')
    assert.deepEqual(answer.body, { ...session, returnTo: '/' })
    const { id, ...user } = session.user
    assert.deepEqual(user, { email: 'nia@example.com', name: 'Nia Vale', isInstanceAdmin: false })
    assert.deepEqual(session.organizations, [])
    assert.deepEqual(await usersOf('nia@example.com'), [{ id, passwordHash: null }])
    const { sessions } = await service.ok(cookie, 'listSessions')
    assert.equal(sessions.length, 1)
    await service.ok(cookie, 'logout')
    await service.refused(cookie, 'getSession', {}, 'authenticationRequired')
  })

  test('200: whoever comes again has the same account, also with another address or none at the provider', async () => {
    const first = (await signInWith(service, provider, 'mover')).body as { user: { id: number; email: string } }
    for (const claims of [{ email: 'moved@elsewhere.example', email_verified: false }, { name: 'Somebody' }, {}]) {
      provider.people['mover'] = claims
      const answer = await signInWith(service, provider, 'mover')
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.deepEqual((answer.body as typeof first).user, first.user, 'nothing of it changes the account here')
    }
    assert.equal((await usersOf('moved@elsewhere.example')).length, 0)
  })

  test('401 SECOND_FACTOR_REQUIRED: the provider vouches for the first factor alone, where the account has a second one', async () => {
    provider.people['careful'] = { email: 'careful@example.com', email_verified: true }
    const first = { cookie: cookieOf(await signInWith(service, provider, 'careful')) }
    const { secret } = await service.ok(first, 'beginSecondFactor')
    const codeOf = (ms: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now().getTime() + ms })
    await service.ok(first, 'createSecondFactor', { body: { code: codeOf(0) } })
    const answer = await signInWith(service, provider, 'careful')
    assert.equal(answer.status, 401)
    const { code, meta } = answer.body as { code: string; meta: { token: string; returnTo: string } }
    assert.deepEqual([code, meta.returnTo], ['SECOND_FACTOR_REQUIRED', '/'])
    const done = await service.ok(nobody, 'completeLogin', { body: { token: meta.token, code: codeOf(30_000) } })
    assert.equal(done.user.email, 'careful@example.com')
  })

  test('somebody whose name is not told is called as their address begins', async () => {
    const { user } = (await signInWith(service, provider, 'noname')).body as { user: { name: string } }
    assert.equal(user.name, 'no.name')
  })

  test('200: two people who come for the first time at the same moment, and one in two tabs', async () => {
    provider.people['twin'] = { email: 'twin@example.com', email_verified: true }
    const begun = await goToProvider(service, provider, 'twin')
    const again = await goToProvider(service, provider, 'twin', {}, begun)
    assert.equal(again.cookie.split('; ')[0], begun.cookie, 'a browser keeps its mark')
    const answers = await Promise.all(
      [begun, again].map(({ cookie, query }) =>
        service.call({ cookie }, 'completeProviderSignIn', { body: { query } }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await usersOf('twin@example.com')).length, 1)
  })

  test('403 ACCOUNT_DEACTIVATED: somebody whose account was deactivated', async () => {
    const { user } = (await signInWith(service, provider, 'gone')).body as { user: { id: number } }
    await service.ok(admin, 'updateUser', { params: { userId: user.id }, body: { isActive: false } })
    const { cookie, query } = await goToProvider(service, provider, 'gone')
    await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'accountDeactivated')
  })

  test('returnTo comes back as a path of the service itself, whatever was sent', async () => {
    for (const [returnTo, expected] of [
      ['/projects/1/translate/de?q=a%20b#row', '/projects/1/translate/de?q=a%20b#row'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['/\t/evil.example', '/'],
      ['/.//evil.example', '/'],
      ['/a/..//evil.example', '/'],
      ['https://evil.example/', '/'],
      ['javascript:alert(1)', '/'],
      ['projects', '/'],
      ['', '/'],
    ] as const) {
      const answer = await signInWith(service, provider, 'nia', { returnTo })
      assert.equal((answer.body as { returnTo: string }).returnTo, expected, returnTo)
    }
  })

  test('what is kept of a sign-in that is under way opens nothing, and nothing is kept of it afterwards', async () => {
    const { cookie, query } = await goToProvider(service, provider, 'late')
    const [kept] = await service.db.rows(sql`select * from departures order by created_at desc limit 1`)
    const [, browser = ''] = cookie.split('=')
    const state = new URLSearchParams(query).get('state') ?? ''
    for (const secret of [browser, state]) assert.ok(!JSON.stringify(kept).includes(secret))
    await service.ok({ cookie }, 'completeProviderSignIn', { body: { query } })
    const tables = await service.db.rows<{ text: string }>(sql`
      select to_jsonb(i)::text as text from identities i union all select to_jsonb(d)::text from departures d`)
    for (const { text } of tables) assert.ok(!/ey[\w-]+\.ey[\w-]+\./.test(text), text)
    const columns = await service.db.rows<{ name: string }>(sql`
      select column_name as name from information_schema.columns where table_name = 'identities'`)
    assert.ok(columns.every(({ name }) => !/token/.test(name)))
  })

  test('the mark of a browser is for no script and no other site, and bound to its name over https', async () => {
    const plain = await service.call({}, 'beginProviderSignIn', { body: {} })
    const [line = ''] = [plain.headers['set-cookie']].flat() as string[]
    assert.match(line, /^tms_departure=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict$/)
    const secure = await startService({ ...providerConfig(provider), publicUrl: 'https://l10n.example.com' })
    const begun = await secure.call({}, 'beginProviderSignIn', { body: {} })
    assert.match(cookiesOf(begun), /^__Host-tms_departure=/)
    assert.match(String([begun.headers['set-cookie']].flat()[0]), /; Secure; SameSite=Strict$/)
    const { url } = begun.body as { url: string }
    assert.equal(new URL(url).searchParams.get('redirect_uri'), 'https://l10n.example.com/sign-in/provider')
  })

  test('the provider is asked with PKCE, a state and a nonce, and never told the secret in an address', async () => {
    const { url } = await service.ok({}, 'beginProviderSignIn', { body: {} })
    const asked = Object.fromEntries(new URL(url).searchParams)
    assert.equal(asked['code_challenge_method'], 'S256')
    assert.equal(asked['response_type'], 'code')
    assert.equal(asked['scope'], 'openid email profile')
    for (const name of ['state', 'nonce', 'code_challenge']) assert.match(asked[name] ?? '', /^[\w-]{43}$/, name)
    assert.ok(!url.includes(encodeURIComponent(CLIENT_SECRET)))
    const again = Object.fromEntries(
      new URL((await service.ok({}, 'beginProviderSignIn', { body: {} })).url).searchParams,
    )
    for (const name of ['state', 'nonce', 'code_challenge']) assert.notEqual(again[name], asked[name], name)
  })

  test('a sign-in that one instance began is completed by another', async () => {
    const other = await startService(providerConfig(provider), service)
    const { cookie, query } = await goToProvider(service, provider, 'nia')
    await other.ok({ cookie }, 'completeProviderSignIn', { body: { query } })
    await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'signInOver')
  })

  test('without OIDC_ISSUER there is no provider to sign in with', async () => {
    const plain = await startService()
    const person = await register(plain)
    await plain.refused({}, 'beginProviderSignIn', { body: {} }, 'providerOff')
    await plain.refused({}, 'completeProviderSignIn', { body: { query: 'code=a&state=b' } }, 'providerOff')
    await plain.refused(person, 'beginIdentityLink', { body: { currentPassword: person.password } }, 'providerOff')
  })
})
