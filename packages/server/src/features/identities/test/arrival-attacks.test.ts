import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, register } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { CLIENT_ID, CLIENT_SECRET, startIdentityProvider } from '../../../../test/identity-provider.ts'
import { goToLink, goToProvider, providerConfig, signInWith } from '../../../../test/provider-scene.ts'
import { sql } from '../../../db/sql.ts'

const MINUTE = 60_000

const provider = await startIdentityProvider({
  origins: ['http://localhost'],
  people: {
    ada: { email: 'ada@example.com', email_verified: true },
    eve: { email: 'eve@example.com', email_verified: true },
  },
})
const service = await startService(providerConfig(provider, { OIDC_ALLOWED_DOMAINS: 'example.com' }))
await register(service)

const go = (as: string) => goToProvider(service, provider, as)
const complete = (cookie: string | undefined, query: string) =>
  [cookie === undefined ? {} : { cookie }, { body: { query } }] as const

async function isOver(cookie: string | undefined, query: string): Promise<void> {
  const [caller, request] = complete(cookie, query)
  await service.refused(caller, 'completeProviderSignIn', request, 'signInOver')
}

function withParam(query: string, name: string, value: string): string {
  const params = new URLSearchParams(query)
  params.set(name, value)
  return params.toString()
}

describe('400 SIGN_IN_OVER', () => {
  test('a state that nobody was given, none, or two of them', async () => {
    const { cookie, query } = await go('ada')
    await isOver(cookie, withParam(query, 'state', 'A'.repeat(43)))
    await isOver(cookie, withParam(query, 'state', ''))
    await isOver(cookie, query.replace(/&?state=[^&]*/, ''))
    await isOver(cookie, `${query}&state=${new URLSearchParams(query).get('state')}`)
    await service.ok(...([complete(cookie, query)[0], 'completeProviderSignIn', complete(cookie, query)[1]] as const))
  })

  test('a browser without a mark, with one that is made up, or with that of somebody else; the owner is not kept out by it', async () => {
    const victim = await go('ada')
    const attacker = await go('eve')
    await isOver(undefined, victim.query)
    await isOver(`tms_departure=${'A'.repeat(43)}`, victim.query)
    await isOver('tms_departure=short', victim.query)
    await isOver(attacker.cookie, victim.query)
    await service.ok({ cookie: victim.cookie }, 'completeProviderSignIn', { body: { query: victim.query } })
  })

  test('nobody is signed in as the attacker whose way back they open', async () => {
    const attacker = await go('eve')
    const victim = await go('ada')
    const answer = await service.call({ cookie: victim.cookie }, 'completeProviderSignIn', {
      body: { query: attacker.query },
    })
    assert.equal(answer.status, 400)
    assert.equal(cookieOf(answer), '')
  })

  test('a way back that was used, with success or without', async () => {
    const { cookie, query } = await go('ada')
    const answers = await Promise.all(
      [1, 2, 3].map(() => service.call({ cookie }, 'completeProviderSignIn', { body: { query } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
    await isOver(cookie, query)
    const refused = await go('ada')
    await isOver(refused.cookie, withParam(refused.query, 'code', 'made-up'))
    await isOver(refused.cookie, refused.query)
  })

  test('a code that was given to somebody else, with one’s own state: it was asked for by another browser', async () => {
    const victim = await go('ada')
    const attacker = await go('eve')
    const stolen = new URLSearchParams(victim.query).get('code') ?? ''
    await isOver(attacker.cookie, withParam(attacker.query, 'code', stolen))
  })

  test('one that is a quarter of an hour old', async () => {
    const { cookie, query } = await go('ada')
    service.clock.advance(15 * MINUTE)
    await isOver(cookie, query)
    service.clock.advance(-15 * MINUTE)
  })

  test('a link that was begun by somebody else, in another session, or by one that has ended', async () => {
    const person = await register(service)
    const other = await register(service)
    const { cookie, query } = await goToLink(service, provider, 'eve', person)
    const [, mark = ''] = cookie.split('; ')
    await isOver(mark, query)
    await isOver(`${other.cookie}; ${mark}`, query)
    const login = { body: { email: person.email, password: person.password } }
    await isOver(`${cookieOf(await service.call({}, 'login', login))}; ${mark}`, query)
    assert.deepEqual((await service.ok(person, 'listIdentities')).identities, [])
    await service.ok(person, 'logout')
    await isOver(cookie, query)
    assert.equal(
      (await service.db.rows(sql`select 1 from identities where subject = 'eve' and user_id = ${person.userId}`))
        .length,
      0,
    )
  })

  test('of wrong ones from one address sixty are looked at in a quarter of an hour', async () => {
    const own = await startService(providerConfig(provider))
    await register(own)
    const send = () => own.call({}, 'completeProviderSignIn', { body: { query: 'code=a&state=b' } })
    for (let at = 0; at < 60; at++) assert.equal((await send()).status, 400, `failure ${at + 1}`)
    assert.equal((await send()).status, 429)
    own.clock.advance(15 * MINUTE)
    assert.equal((await send()).status, 400)
  })

  test('of one address at most 300 are under way', async () => {
    const own = await startService(providerConfig(provider))
    await own.db.run(sql`
      insert into departures (state_hash, browser_hash, source, redirect_uri, return_to, created_at)
      select convert_to(n::text, 'UTF8'), '', '127.0.0.1', '', '/', ${own.clock.now()} from generate_series(1, 299) n`)
    await own.ok({}, 'beginProviderSignIn', { body: {} })
    await own.refused({}, 'beginProviderSignIn', { body: {} }, 'tooManyLogins')
    own.clock.advance(15 * MINUTE)
    await own.ok({}, 'beginProviderSignIn', { body: {} })
  })
})

describe('a way back while somebody else is signed in', () => {
  test('makes a session of whoever came back, and leaves that of the other alone', async () => {
    const person = await register(service)
    const { cookie, query } = await go('ada')
    const answer = await service.call({ cookie: `${person.cookie}; ${cookie}` }, 'completeProviderSignIn', {
      body: { query },
    })
    assert.equal(answer.status, 200)
    assert.equal((answer.body as { user: { email: string } }).user.email, 'ada@example.com')
    assert.notEqual(cookieOf(answer), person.cookie)
    assert.equal((await service.ok(person, 'getSession')).user.id, person.userId)
    assert.deepEqual((await service.ok(person, 'listIdentities')).identities, [], 'nothing is linked by it')
  })

  test('is refused like any other write when another page sends it', async () => {
    const person = await register(service)
    const { cookie, query } = await go('ada')
    const caller = { cookie: `${person.cookie}; ${cookie}` }
    const headers = { 'sec-fetch-site': 'cross-site' }
    await service.refused(caller, 'completeProviderSignIn', { body: { query }, headers }, 'crossOrigin')
  })
})

describe('502 PROVIDER_ERROR: a token that is not for this sign-in', () => {
  const cases: Record<string, NonNullable<typeof provider.tamper>> = {
    'with another nonce': (claims) => Object.assign(claims, { nonce: 'another' }),
    'without a nonce': (claims) => Object.assign(claims, { nonce: undefined }),
    'for another audience': (claims) => Object.assign(claims, { aud: 'another-client' }),
    'for another audience, too, and in its hands': (claims) =>
      Object.assign(claims, { aud: [CLIENT_ID, 'another-client'], azp: 'another-client' }),
    'of another issuer': (claims) => Object.assign(claims, { iss: 'https://evil.example' }),
    'that has run out': (claims) => Object.assign(claims, { exp: Math.floor(Date.now() / 1000) - 3600 }),
    'without a subject': (claims) => Object.assign(claims, { sub: undefined }),
    'with an empty subject': (claims) => Object.assign(claims, { sub: '' }),
    'that a stranger signed': (_claims, header) => Object.assign(header, { signedBy: 'stranger' }),
    'that nobody signed': (_claims, header) => Object.assign(header, { alg: 'none' }),
  }
  for (const [name, tamper] of Object.entries(cases)) {
    test(name, async () => {
      provider.tamper = tamper
      try {
        const { cookie, query } = await go('ada')
        await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'identityProviderFailed')
      } finally {
        provider.tamper = undefined
      }
    })
  }

  test('told more of somebody else than whom the token names', async () => {
    provider.tamperMore = () => ({ sub: 'eve' })
    try {
      const { cookie, query } = await go('ada')
      await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'identityProviderFailed')
    } finally {
      provider.tamperMore = undefined
    }
  })

  test('an address that stands beside a word about another address counts as not verified', async () => {
    provider.people['odd'] = { email: 'odd@example.com', email_verified: false }
    provider.tamper = (claims) => Object.assign(claims, { email_verified: true })
    try {
      const { cookie, query } = await go('odd')
      await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'addressUnverified')
    } finally {
      provider.tamper = undefined
    }
  })

  test('and one that is', async () => {
    provider.tamper = () => {}
    assert.equal((await signInWith(service, provider, 'ada')).status, 200)
    provider.tamper = undefined
  })

  test('a way back that another provider says it has sent', async () => {
    const { cookie, query } = await go('ada')
    const other = withParam(query, 'iss', 'https://evil.example')
    await service.refused({ cookie }, 'completeProviderSignIn', { body: { query: other } }, 'identityProviderFailed')
    const none = await go('ada')
    const without = none.query.replace(/&?iss=[^&]*/, '')
    const caller = { cookie: none.cookie }
    await service.refused(caller, 'completeProviderSignIn', { body: { query: without } }, 'identityProviderFailed')
  })
})

test('400 SIGN_IN_CANCELLED: the person told the provider not to', async () => {
  const { cookie, query } = await go('nobody')
  assert.match(query, /error=access_denied/)
  await service.refused({ cookie }, 'completeProviderSignIn', { body: { query } }, 'signInCancelled')
})

test('the log tells what went wrong, and neither codes nor tokens nor secrets', async (t) => {
  const told: string[] = []
  for (const level of ['info', 'warn', 'error'] as const)
    t.mock.method(service.services.log, level, (...line: unknown[]) => void told.push(JSON.stringify(line)))
  const code = await go('ada')
  await isOver(code.cookie, withParam(code.query, 'code', 'a-made-up-code'))
  provider.tamper = (claims) => Object.assign(claims, { aud: 'another-client' })
  const token = await go('ada')
  await service.refused(
    { cookie: token.cookie },
    'completeProviderSignIn',
    { body: { query: token.query } },
    'identityProviderFailed',
  )
  provider.tamper = undefined
  const all = told.join('\n')
  assert.match(all, /invalid_grant/)
  assert.match(all, /unexpected JWT claim value/)
  for (const secret of [
    'a-made-up-code',
    CLIENT_SECRET,
    'eyJ',
    ...[code, token].flatMap(({ query, cookie }) => [query, cookie.split('=')[1] ?? '']),
  ])
    assert.ok(!all.includes(secret), secret)
  for (const { query } of [code, token])
    for (const value of new URLSearchParams(query).values())
      if (!value.startsWith('http')) assert.ok(!all.includes(value), value)
})
