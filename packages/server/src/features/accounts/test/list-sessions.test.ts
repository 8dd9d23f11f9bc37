import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, createScene, join, type Person, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { streamsOf } from '../../stream/test/reader.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)

async function signIn({ email, password }: Person, headers: Record<string, string> = {}) {
  const answer = await service.call(nobody, 'login', { body: { email, password }, headers })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { cookie: cookieOf(answer) }
}

const list = async (caller: { cookie: string }) => (await service.ok(caller, 'listSessions')).sessions
const current = async (caller: { cookie: string }) => (await list(caller)).find(({ isCurrent }) => isCurrent)?.id ?? 0

describe("12.11 one's sessions", () => {
  test('200: what each came with and when, the current one first, then those used last', async () => {
    const person = await register(service)
    const began = service.clock.now().toISOString()
    service.clock.advance(2 * MINUTE)
    const laptop = await signIn(person, { 'user-agent': 'Laptop/1.0' })
    service.clock.advance(2 * MINUTE)
    const phone = await signIn(person, { 'user-agent': `Phone/${'9'.repeat(1000)}` })
    await service.ok(laptop, 'getSession')
    const now = service.clock.now().toISOString()
    const sessions = await list(phone)
    assert.deepEqual(
      sessions.map(({ id: _id, ...rest }) => rest),
      [
        {
          createdAt: now,
          lastUsedAt: now,
          userAgent: `Phone/${'9'.repeat(506)}`,
          address: '127.0.0.1',
          isCurrent: true,
        },
        {
          createdAt: new Date(Date.parse(now) - 2 * MINUTE).toISOString(),
          lastUsedAt: now,
          userAgent: 'Laptop/1.0',
          address: '127.0.0.1',
          isCurrent: false,
        },
        {
          createdAt: began,
          lastUsedAt: began,
          userAgent: 'lightMyRequest',
          address: '127.0.0.1',
          isCurrent: false,
        },
      ],
    )
    assert.deepEqual(
      (await list(laptop)).map(({ id, isCurrent }) => [id, isCurrent]),
      [
        [sessions[1]?.id, true],
        [sessions[0]?.id, false],
        [sessions[2]?.id, false],
      ],
    )
  })

  test('one of before this was kept, without a word of what it came with, is listed; one that ran out is not', async () => {
    const person = await register(service)
    await service.db.run(sql`update sessions set user_agent = null, address = null where user_id = ${person.userId}`)
    const [only] = await list(person)
    assert.deepEqual([only?.userAgent, only?.address, only?.isCurrent], [null, null, true])
    await signIn(person)
    await service.db.run(sql`
      update sessions set expires_at = ${service.clock.now()} where user_id = ${person.userId} and id <> ${only?.id}`)
    assert.equal((await list(person)).length, 1)
  })

  test('behind a proxy the address is that of the person, and nothing that is none', async () => {
    const proxied = await startService({ trustProxy: '127.0.0.1' })
    const person = await register(proxied)
    const { email, password } = person
    for (const said of ['198.51.100.7, 127.0.0.1', '2001:db8::7', 'x'.repeat(5000)]) {
      const body = { email, password }
      await proxied.ok(nobody, 'login', { body, headers: { 'x-forwarded-for': said } })
      proxied.clock.advance(1)
    }
    const { sessions } = await proxied.ok(person, 'listSessions')
    assert.deepEqual(
      sessions.slice(1).map(({ address }) => address),
      ['127.0.0.1', '2001:db8::7', '198.51.100.7'],
    )
  })
})

describe('12.11 ending sessions', () => {
  test('204: one of them, and the others go on', async () => {
    const person = await register(service)
    const [here, there] = [await signIn(person), await signIn(person)]
    const { status } = await service.call(here, 'deleteSession', { params: { sessionId: await current(there) } })
    assert.equal(status, 204)
    await service.refused(there, 'getSession', {}, 'authenticationRequired')
    for (const caller of [here, person]) await service.ok(caller, 'getSession')
    assert.equal((await list(here)).length, 2)
    const own = await service.call(here, 'deleteSession', { params: { sessionId: await current(here) } })
    assert.match(String(own.headers['set-cookie']), /^tms_session=;/, 'the current one: that is to sign out')
    await service.refused(here, 'getSession', {}, 'authenticationRequired')
  })

  test("404: somebody else's, one that has ended, and none at all look the same", async () => {
    const person = await register(service)
    const ended = await signIn(person)
    const sessionId = await current(ended)
    await service.ok(ended, 'logout')
    for (const id of [await current(owner), sessionId, 2 ** 40])
      await service.refused(person, 'deleteSession', { params: { sessionId: id } }, 'notFound')
    await service.ok(owner, 'getSession')
  })

  test('204: all but the current one, and nobody else is touched', async () => {
    const person = await register(service)
    const others = [await signIn(person), await signIn(person)]
    for (let round = 0; round < 2; round++) {
      assert.equal((await service.call(person, 'deleteOtherSessions')).status, 204)
      assert.deepEqual(
        (await list(person)).map(({ isCurrent }) => isCurrent),
        [true],
      )
    }
    for (const other of others) await service.refused(other, 'getSession', {}, 'authenticationRequired')
    await service.ok(owner, 'getSession')
  })

  test('their streams are closed at once, at every instance, and no others', async () => {
    const beside = await startService({}, service)
    const streams = await streamsOf(beside)
    const path = `/projects/${projectId}/keys/events`
    const person = await join(service, owner, orgId, 'viewer')
    const staying = await streams.open(person, path)
    const open = async () => {
      const there = await signIn(person)
      return { there, sessionId: await current(there), reader: await streams.open(there, path) }
    }
    const [first, second, third] = [await open(), await open(), await open()]
    const ends: [typeof first, () => Promise<void>][] = [
      [first, () => service.ok(first.there, 'logout')],
      [second, () => service.ok(person, 'deleteSession', { params: { sessionId: second.sessionId } })],
      [third, () => service.ok(person, 'deleteOtherSessions')],
    ]
    const waits: number[] = []
    for (const [{ reader }, end] of ends) {
      await end()
      const began = Date.now()
      await until('the stream to be closed', () => reader.isEnded)
      waits.push(Date.now() - began)
    }
    // By looking now and then, each is found two seconds after the one before it; only the first may come sooner.
    const quickest = Math.min(...waits.slice(1))
    assert.ok(quickest < 1_500, `the other instance is told, and does not find it by looking: ${waits}`)
    const last = await open()
    await service.ok(person, 'updateMe', { body: { password: 'another one', currentPassword: person.password } })
    await until('the stream to be closed by a new password', () => last.reader.isEnded)
    assert.equal(staying.isEnded, false)
  })
})

test('12.11 a session says when it was used last, to the minute', async () => {
  const person = await register(service)
  const other = await signIn(person)
  service.clock.advance(DAY)
  await service.ok(other, 'getSession')
  const [, used] = await list(person)
  assert.equal(used?.lastUsedAt, service.clock.now().toISOString())
})
