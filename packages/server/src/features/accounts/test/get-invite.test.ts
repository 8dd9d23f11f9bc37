import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PASSWORD = 'correct horse battery'

const service = await startService()
const owner = await register(service)
const { orgId } = owner
await service.ok(owner, 'updateOrganization', { params: { orgId }, body: { name: 'Acme & Søns' } })

const invite = (email: string) =>
  service.ok(owner, 'createMember', { params: { orgId }, body: { email, role: 'viewer' } })
const look = (token: string) => service.ok(nobody, 'getInvite', { params: { token } })
const gone = (token: string) => service.refused(nobody, 'getInvite', { params: { token } }, 'notFound')
const accept = (token: string) => ({ body: { token, name: 'New', password: PASSWORD } })

/** Wrong tokens of just now: each costs a hash. */
const recordFailures = (source: string, count: number) =>
  service.db.run(sql`
    insert into token_failures (source, at)
    select ${source}::text, ${service.clock.now()}::timestamptz from generate_series(1, ${count}::int)`)

describe('12.13 an invitation that one looks at', () => {
  test('200: where it leads, for whom and until when, to anybody, as often as they like', async () => {
    const { inviteToken } = await invite('Ann@example.com')
    const expiresAt = new Date(service.clock.now().getTime() + 7 * DAY).toISOString()
    const told = { organizationName: 'Acme & Søns', email: 'Ann@example.com', expiresAt }
    assert.deepEqual(await look(inviteToken), told)
    for (const caller of [nobody, owner, { cookie: 'tms_session=ended' }])
      assert.deepEqual(await service.ok(caller, 'getInvite', { params: { token: inviteToken } }), told)
    await service.ok(nobody, 'acceptInvite', accept(inviteToken))
  })

  test('404: unknown, used, withdrawn, renewed and seven days old look the same', async () => {
    const used = (await invite('used@example.com')).inviteToken
    await service.ok(nobody, 'acceptInvite', accept(used))
    const withdrawn = await invite('withdrawn@example.com')
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: withdrawn.member.userId } })
    const renewed = await invite('renewed@example.com')
    const params = { orgId, userId: renewed.member.userId }
    const { inviteToken } = await service.ok(owner, 'renewInvitation', { params })
    const tokens = ['never-issued', '\u{1F600}', used, withdrawn.inviteToken, renewed.inviteToken]
    for (const token of tokens) await gone(token)
    service.clock.advance(7 * DAY - 1)
    await look(inviteToken)
    service.clock.advance(1)
    await gone(inviteToken)
  })

  test('the log tells no token, however it was asked for', async () => {
    const told: string[] = []
    const { log } = service.services
    const { info } = log
    log.info = ((details: object) => void told.push(JSON.stringify(details))) as typeof info
    const { inviteToken: token } = await invite('logged@example.com')
    const requests = [
      ['GET', `/v1/auth/invites/${token}`],
      ['HEAD', `/api/v1/auth/invites/${token}/?x=1`],
      ['GET', `/v1/auth/%69nvites/${token}`],
      ['GET', `/v1/auth/invites/${token}/more`],
      ['GET', `/v1/auth/invites/${token}%zz`],
      ['DELETE', `/v1/auth/invites/${token}`],
      ['DELETE', `/v1/auth/%69nvites/${token}`],
      // The pages that links in mail lead to.
      ['GET', `/invite/${token}`],
      ['GET', `/invite/${token}/`],
      ['GET', `/reset/${token}?x=1`],
      ['HEAD', `/Reset/${token}.`],
    ] as const
    const headers = { accept: 'text/html' }
    for (const [method, url] of requests) await service.app.inject({ method, url, headers })
    log.info = info
    assert.ok(told.length >= requests.length)
    for (const line of told) assert.ok(!line.includes(token), line)
    assert.ok(told.some((line) => line.includes('"path":"/v1/auth/invites/:token"')))
  })
})

describe('12.13 wrong tokens', () => {
  const from = async (remoteAddress: string, method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await service.app.inject({ method, url, remoteAddress, ...(payload ? { payload } : {}) })
    return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']) || undefined }
  }
  const asks = (token: string): ((address: string) => ReturnType<typeof from>)[] => [
    (address) => from(address, 'GET', `/v1/auth/invites/${token}`),
    (address) => from(address, 'POST', '/v1/auth/accept-invite', accept(token).body),
    (address) => from(address, 'POST', '/v1/auth/reset-password', { token, password: PASSWORD }),
  ]

  test('429 after 60 within 15 minutes from one address, on all ways together, also for right ones', async () => {
    await recordFailures('192.0.2.1', 57)
    for (const ask of asks('wrong')) assert.equal((await ask('192.0.2.1')).status, 404)
    const { inviteToken } = await invite('right@example.com')
    for (const ask of [...asks('wrong'), ...asks(inviteToken)])
      assert.deepEqual(await ask('192.0.2.1'), { status: 429, retryAfter: 900 })
    const [look] = asks(inviteToken)
    assert.equal((await look?.('192.0.2.2'))?.status, 200, 'another address')
    const login = await from('192.0.2.1', 'POST', '/v1/auth/login', { email: owner.email, password: owner.password })
    assert.equal(login.status, 200, 'passwords are counted apart')
    service.clock.advance(15 * MINUTE - 1)
    assert.deepEqual(await look?.('192.0.2.1'), { status: 429, retryAfter: 1 })
    service.clock.advance(1)
    assert.equal((await look?.('192.0.2.1'))?.status, 200)
  })

  test('also those of somebody who is signed in', async () => {
    const person = await register(service)
    const headers = { cookie: person.cookie }
    const payload = { token: 'wrong' }
    const ask = async () =>
      (await service.app.inject({ method: 'POST', url: '/v1/auth/accept-invite', payload, headers })).statusCode
    await recordFailures('127.0.0.1', 59)
    assert.deepEqual([await ask(), await ask()], [404, 429])
    service.clock.advance(15 * MINUTE)
  })

  test('a hundred at once are not a hundred guesses', async () => {
    await recordFailures('192.0.2.3', 50)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => from('192.0.2.3', 'GET', `/v1/auth/invites/guess${at}`)),
    )
    assert.equal(answers.filter(({ status }) => status === 404).length, 10)
    assert.ok(answers.every(({ status }) => status === 404 || status === 429))
  })

  test('take as long as a wrong password', async () => {
    const login = (address: string) =>
      from(address, 'POST', '/v1/auth/login', { email: 'nobody@example.com', password: 'wrong' })
    const all = [login, ...asks('wrong')]
    const quickest = all.map(() => Number.POSITIVE_INFINITY)
    // In turns, so that a moment in which the machine is busy falls on all of them.
    for (let round = 0; round < 4; round++) {
      for (const [at, ask] of all.entries()) {
        const start = performance.now()
        await ask('192.0.2.4')
        quickest[at] = Math.min(quickest[at] as number, performance.now() - start)
      }
    }
    const [password = 0, ...tokens] = quickest
    // Without the hash it is under a tenth; the wide margin is for a busy machine.
    for (const token of tokens) assert.ok(token / password > 0.3 && token / password < 3, `${quickest}`)
  })

  test('are not kept when nobody counts them any more', async () => {
    await recordFailures('192.0.2.5', 90)
    service.clock.advance(15 * MINUTE)
    const kept = async () => (await service.db.rows(sql`select 1 from token_failures`)).length
    const before = await kept()
    await gone('wrong')
    assert.ok((await kept()) <= Math.max(1, before - 99), `of ${before} ${await kept()} are left`)
  })
})
