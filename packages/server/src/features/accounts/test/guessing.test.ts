import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { register } from '../../../../test/factories.ts'
import { nobody, startService, type TestService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

const MINUTE = 60_000
const WRONG = 'not the password'

const service = await startService()

/** A sign-in as it comes from some address. */
async function from(
  address: string,
  email: string,
  password = WRONG,
  headers: Record<string, string> = {},
  at: TestService = service,
) {
  const { statusCode, headers: answered } = await at.app.inject({
    method: 'POST',
    url: '/v1/auth/login',
    payload: { email, password },
    remoteAddress: address,
    headers,
  })
  return { status: statusCode, retryAfter: Number(answered['retry-after']) }
}

const fail = async (address: string, email: (at: number) => string, times: number) => {
  for (let at = 0; at < times; at++) assert.equal((await from(address, email(at))).status, 401, `failure ${at + 1}`)
}

/** Failures of just now, as many as would take minutes to make: each costs a hash. */
const recordFailures = (email: string, count: number, address: string | null = null) =>
  service.db.run(sql`
    insert into login_failures (account_hash, source, at)
    select ${createHash('sha256').update(email).digest()}::bytea,
           coalesce(${address}, '203.0.' || n / 250 || '.' || n % 250),
           ${service.clock.now()}::timestamptz
    from generate_series(1, ${count}::int) as n`)

describe('14.20 the same account by another spelling', () => {
  test('is the same account, as the database takes it: ten guesses and no more', async () => {
    const email = 'ali.vic@example.com'
    await service.ok(nobody, 'register', { body: { email, password: 'correct horse battery', name: 'Ali' } })
    const spellings = ['ali.vic@example.com', 'ALİ.VİC@example.com', 'alİ.vic@EXAMPLE.com', 'ALI.VIC@EXAMPLE.COM']
    assert.equal((await from('192.0.2.1', 'ALİ.vic@example.com', 'correct horse battery')).status, 200)
    await fail('192.0.2.1', (at) => spellings[at % spellings.length] ?? '', 10)
    for (const spelling of spellings) assert.equal((await from('192.0.2.1', spelling)).status, 429, spelling)
  })
})

describe('14.20 one address', () => {
  test('429 after 60 failures, whatever the accounts, for those who are right too, until the window has passed', async () => {
    const person = await register(service)
    await fail('192.0.2.2', (at) => `guess${at}@example.com`, 60)
    const refused = await from('192.0.2.2', person.email, person.password)
    assert.deepEqual(refused, { status: 429, retryAfter: 900 })
    assert.equal((await from('192.0.2.3', person.email, person.password)).status, 200, 'elsewhere nothing happened')
    service.clock.advance(15 * MINUTE - 1)
    assert.deepEqual(await from('192.0.2.2', person.email, person.password), { status: 429, retryAfter: 1 })
    service.clock.advance(1)
    assert.equal((await from('192.0.2.2', person.email, person.password)).status, 200)
  })

  test('a success takes back the failures of its own account, and no others', async () => {
    const person = await register(service)
    await recordFailures('others@example.com', 55, '192.0.2.4')
    await fail('192.0.2.4', () => person.email, 4)
    assert.equal((await from('192.0.2.4', person.email, person.password)).status, 200)
    await fail('192.0.2.4', (at) => `more${at}@example.com`, 5)
    assert.equal((await from('192.0.2.4', person.email, person.password)).status, 429)
  })

  test('of IPv6 is a whole /64, and an IPv4 address in the form of IPv6 is itself', async () => {
    await fail('2001:db8:1:2::1', (at) => `six${at % 6}@example.com`, 5)
    await fail('2001:db8:1:2:aaaa:bbbb:cccc:dddd', () => 'six0@example.com', 9)
    assert.equal((await from('2001:db8:1:2:ffff::', 'six0@example.com')).status, 429)
    assert.equal((await from('2001:db8:1:3::1', 'six0@example.com')).status, 401)
    await fail('192.0.2.5', () => 'mapped@example.com', 10)
    assert.equal((await from('::ffff:192.0.2.5', 'mapped@example.com')).status, 429)
  })
})

describe('guesses from everywhere', () => {
  test('lock an account for strangers, and never for its owner at a known address', async () => {
    const person = await register(service)
    assert.equal((await from('192.0.2.10', person.email, person.password)).status, 200)
    await recordFailures(person.email, 100)
    assert.deepEqual(await from('192.0.2.11', person.email, person.password), { status: 429, retryAfter: 900 })
    assert.equal((await from('192.0.2.10', person.email, person.password)).status, 200)
    await fail('192.0.2.10', () => person.email, 10)
    assert.equal((await from('192.0.2.10', person.email, person.password)).status, 429, 'its own guesses count there')
    service.clock.advance(15 * MINUTE)
    assert.equal((await from('192.0.2.11', person.email, person.password)).status, 200)
  })

  test('count for those who are signed in, too: a session is no licence to guess from anywhere', async () => {
    const person = await register(service)
    const change = async (remoteAddress: string, currentPassword: string) => {
      const payload = { password: 'another password', currentPassword }
      const headers = { cookie: person.cookie }
      const request = { method: 'PATCH' as const, url: '/v1/auth/me', payload, headers, remoteAddress }
      return (await service.app.inject(request)).statusCode
    }
    await recordFailures(person.email, 100)
    assert.equal(await change('192.0.2.15', WRONG), 429)
    assert.equal(await change('127.0.0.1', WRONG), 401, 'where they signed in')
    service.clock.advance(15 * MINUTE)
  })

  test('are not let through any more where somebody signed in with the password before', async () => {
    const person = await register(service)
    assert.equal((await from('192.0.2.16', person.email, person.password)).status, 200)
    const password = 'another password'
    await service.ok(person, 'updateMe', { body: { password, currentPassword: person.password } })
    await recordFailures(person.email, 100)
    assert.equal((await from('192.0.2.16', person.email, password)).status, 429)
    assert.equal((await from('127.0.0.1', person.email, password)).status, 200, 'where it was changed')
    service.clock.advance(15 * MINUTE)
  })

  test('at any accounts, too many in all, are answered only to those who are known', async () => {
    const person = await register(service)
    assert.equal((await from('192.0.2.12', person.email, person.password)).status, 200)
    await recordFailures('nobody@example.com', 3_000)
    assert.equal((await from('192.0.2.13', person.email, person.password)).status, 429)
    assert.equal((await from('192.0.2.13', 'stranger@example.com')).status, 429)
    assert.equal((await from('192.0.2.12', person.email, person.password)).status, 200)
    service.clock.advance(15 * MINUTE)
    assert.equal((await from('192.0.2.13', person.email, person.password)).status, 200)
  })

  test('are not kept when nobody counts them any more', async () => {
    const kept = async () => (await service.db.rows(sql`select 1 from login_failures`)).length
    await recordFailures('old@example.com', 50)
    service.clock.advance(15 * MINUTE)
    const before = await kept()
    await fail('192.0.2.14', (at) => `new${at}@example.com`, 2)
    assert.ok((await kept()) <= Math.max(2, before - 198), `of ${before} ${await kept()} are left`)
  })
})

describe('behind a proxy', () => {
  const forwarded = (addresses: string) => ({ 'x-forwarded-for': addresses })

  test('TRUST_PROXY says whose X-Forwarded-For counts: of the last that is not trusted', async () => {
    const proxied = await startService({ trustProxy: '10.0.0.0/8, fd00::/8' })
    const email = 'proxied@example.com'
    for (let at = 0; at < 10; at++) {
      const said = [`1.2.3.${at}, 198.51.100.1`, '198.51.100.1:4711', '198.51.100.1, 10.9.9.9'][at % 3] ?? ''
      assert.equal((await from('10.0.0.1', email, WRONG, forwarded(said), proxied)).status, 401)
    }
    const asked = (by: string, addresses: string) => from(by, email, WRONG, forwarded(addresses), proxied)
    assert.equal((await asked('10.1.2.3', '198.51.100.1')).status, 429)
    assert.equal((await asked('::ffff:10.1.2.3', '198.51.100.1')).status, 429)
    assert.equal((await asked('fd00::1', '198.51.100.1')).status, 429)
    assert.equal((await asked('10.0.0.1', '198.51.100.2')).status, 401, 'another client of the same proxy')
    assert.equal((await asked('203.0.113.7', '198.51.100.1')).status, 401, 'no proxy of ours')
    assert.equal((await asked('198.51.100.1', '203.0.113.8')).status, 429, 'the client itself, come by another way')
  })

  test('what a proxy says that is no address counts as the proxy', async () => {
    const proxied = await startService({ trustProxy: '10.0.0.1' })
    for (let at = 0; at < 10; at++) {
      const said = forwarded(`unknown-${at}`)
      assert.equal((await from('10.0.0.1', 'odd@example.com', WRONG, said, proxied)).status, 401)
    }
    assert.equal((await from('10.0.0.1', 'odd@example.com', WRONG, forwarded('_hidden'), proxied)).status, 429)
  })
})

test('a right password is answered while 300 wrong ones wait, before more than a few of them', async () => {
  const flooded = await startService()
  const person = await register(flooded)
  let evaluated = 0
  const wrong = Array.from({ length: 300 }, async (_, at) => {
    const { status, retryAfter } = await from('192.0.2.20', `flood${at}@example.com`, WRONG, {}, flooded)
    if (status === 401) evaluated++
    else assert.ok([429, 503].includes(status) && retryAfter > 0, `${status}, ${retryAfter}`)
  })
  const right = await from('192.0.2.21', person.email, person.password, {}, flooded)
  const before = evaluated
  assert.equal(right.status, 200)
  await Promise.all(wrong)
  assert.equal(evaluated, 60)
  assert.ok(before < 40, `${before} of 60 were answered before it`)
})

test('503 with Retry-After for those who find no room to wait, and never for the owner at a known address', async () => {
  const flooded = await startService()
  const person = await register(flooded)
  const guesses = Array.from({ length: 200 }, (_, at) => from(`198.18.0.${at}`, person.email, WRONG, {}, flooded))
  assert.equal((await from('127.0.0.1', person.email, person.password, {}, flooded)).status, 200)
  const answers = await Promise.all(guesses)
  const refused = answers.filter(({ status }) => status === 503)
  assert.ok(refused.length > 0 && refused.length < 200, `${refused.length} found no room`)
  assert.ok(refused.every(({ retryAfter }) => retryAfter === 2))
  assert.ok(answers.every(({ status }) => [401, 429, 503].includes(status)))
})
