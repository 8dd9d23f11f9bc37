import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, createApiKey, createScene, join, type Person, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { lockWaiters } from '../../../../test/lock-waiters.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const member = await join(service, owner, orgId, 'developer')

async function signIn({ email, password }: Pick<Person, 'email' | 'password'>) {
  const answer = await service.call(nobody, 'login', { body: { email, password } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { cookie: cookieOf(answer) }
}

describe('get-session', () => {
  test('200: who is signed in, where, and the token of this session', async () => {
    const { user, organizations, csrfToken } = await service.ok(owner, 'getSession')
    assert.deepEqual({ id: user.id, email: user.email }, { id: owner.userId, email: owner.email })
    assert.deepEqual(
      organizations.map(({ id, role, localeCodes }) => ({ id, role, localeCodes })),
      [{ id: orgId, role: 'owner', localeCodes: null }],
    )
    assert.equal(csrfToken, owner.csrfToken)
  })

  test('401: without a session, with one that was never issued, or with an API key', async () => {
    const key = await createApiKey(service, owner, projectId, ['translations:read'])
    for (const caller of [nobody, { cookie: 'tms_session=' }, { cookie: 'tms_session=made-up' }, key]) {
      const situation = caller === key ? 'personRequired' : 'authenticationRequired'
      await service.refused(caller, 'getSession', {}, situation)
      await service.refused(caller, 'logout', {}, situation)
      await service.refused(caller, 'updateMe', { body: { name: 'X' } }, situation)
    }
    await service.refused({ ...owner, apiKey: key.apiKey }, 'getSession', {}, 'personRequired')
  })

  test('a role that changes is seen at once', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const params = { orgId, userId: person.userId }
    await service.ok(owner, 'updateMember', { params, body: { role: 'reviewer', localeCodes: ['fr'] } })
    const changed = (await service.ok(person, 'getSession')).organizations[0]
    assert.deepEqual([changed?.role, changed?.localeCodes], ['reviewer', ['fr']])
    await service.ok(owner, 'deleteMember', { params })
    assert.deepEqual((await service.ok(person, 'getSession')).organizations, [])
  })
})

describe('a session', () => {
  test('lives 30 days from its last use', async () => {
    // Of its own: the months that pass here end everybody's session.
    const aging = await startService()
    const session = await register(aging)
    aging.clock.advance(29 * DAY)
    const renewed = await aging.call(session, 'getSession')
    assert.equal(renewed.status, 200)
    assert.equal(cookieOf(renewed), session.cookie, 'the browser is told to keep the cookie longer')
    aging.clock.advance(30 * DAY - MINUTE)
    await aging.ok(session, 'getSession')
    aging.clock.advance(30 * DAY)
    await aging.refused(session, 'getSession', {}, 'authenticationRequired')
    await aging.refused(session, 'getOrganization', { params: { orgId: session.orgId } }, 'authenticationRequired')
  })

  test('ends for good 90 days after it began, however much it is used; the browser is told', async () => {
    const aging = await startService()
    const session = await register(aging)
    for (let day = 0; day < 88; day += 8) {
      aging.clock.advance(8 * DAY)
      await aging.ok(session, 'getSession')
    }
    aging.clock.advance(DAY)
    const { headers } = await aging.call(session, 'getSession')
    assert.match(String(headers['set-cookie']), /max-age=86400;/i)
    aging.clock.advance(DAY - 1)
    await aging.ok(session, 'getSession')
    aging.clock.advance(1)
    await aging.refused(session, 'getSession', {}, 'authenticationRequired')
  })

  test('is renewed once by requests at the same moment', async () => {
    const session = await register(service)
    service.clock.advance(MINUTE)
    const asked: ReturnType<typeof service.call>[] = []
    await transaction(service.db, async (tx) => {
      await tx.run(sql`select 1 from sessions where user_id = ${session.userId} for update`)
      for (let sent = 0; sent < 3; sent++) asked.push(service.call(session, 'getSession'))
      await until('requests that want to renew it', async () => (await lockWaiters(service.db)) === 3)
    })
    const answers = await Promise.all(asked)
    for (const { status } of answers) assert.equal(status, 200)
    assert.equal(answers.filter(({ headers }) => headers['set-cookie'] !== undefined).length, 1)
  })

  test('stands in the database only as a hash, like everything that opens a door', async () => {
    const { cookie } = await signIn(owner)
    const invited = await service.ok(owner, 'createMember', {
      params: { orgId },
      body: { email: 'pending@example.com', role: 'viewer' },
    })
    const { apiKey } = await createApiKey(service, owner, projectId, ['translations:read'])
    const link = await service.ok(owner, 'createResetLink', { params: { orgId, userId: member.userId } })
    const secrets = [cookie.slice('tms_session='.length), invited.inviteToken, link.token, apiKey, owner.password]
    // The dump writes bytes as Base64, with line breaks.
    const dump = await service.db.row<{ text: string }>(sql`select database_to_xml(true, false, '')::text as text`)
    const text = dump?.text.replaceAll(/\s/g, '') ?? ''
    assert.ok(text.includes('pending@example.com'), 'the dump holds the data')
    for (const secret of secrets) {
      const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
      const decoded = secret.replaceAll('-', '+').replaceAll('_', '/')
      for (const form of [secret.replaceAll(' ', ''), base64, decoded]) assert.ok(!text.includes(form), form)
    }
  })
})

describe('logout', () => {
  test('204: the session is gone on the server, the other sessions are not', async () => {
    const [here, there] = [await signIn(owner), await signIn(owner)]
    const answer = await service.call(here, 'logout')
    assert.equal(answer.status, 204)
    assert.equal(answer.body, undefined)
    for (const name of ['getSession', 'listOrganizations'] as const) {
      await service.refused(here, name, {}, 'authenticationRequired')
    }
    await service.refused(here, 'logout', {}, 'authenticationRequired')
    await service.ok(there, 'getSession')
  })
})

describe('update-me', () => {
  test('200: a new name, and nothing but the name', async () => {
    const body = { name: '__proto__', email: 'other@example.com', id: 1, isInstanceAdmin: true }
    const { user } = await service.ok(member, 'updateMe', { body })
    assert.deepEqual(user, { id: member.userId, email: member.email, name: '__proto__', isInstanceAdmin: false })
    assert.deepEqual((await service.ok(member, 'getSession')).user, user)
    assert.deepEqual((await service.ok(member, 'updateMe', { body: {} })).user, user)
    await signIn(member)
  })

  test('a new password ends the other sessions of this person, and no one else', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const [here, there] = [await signIn(person), await signIn(person)]
    const password = 'an entirely new one'
    const { user } = await service.ok(here, 'updateMe', { body: { password, currentPassword: person.password } })
    assert.equal(user.email, person.email)
    await service.ok(here, 'getSession')
    for (const ended of [there, person]) await service.refused(ended, 'getSession', {}, 'authenticationRequired')
    await service.ok(owner, 'getSession')
    const { email } = person
    await service.refused(nobody, 'login', { body: { email, password: person.password } }, 'invalidCredentials')
    await signIn({ email, password })
  })

  test('a new password ends sign-ins that are under way with the old one', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const body = { email: person.email, password: person.password }
    const asked: ReturnType<typeof service.call>[] = []
    await transaction(service.db, async (tx) => {
      // As it is written: sign-ins have seen that the old one is right, and wait to begin their sessions.
      await tx.run(sql`update users set password_hash = 'another' where id = ${person.userId}`)
      for (let sent = 0; sent < 3; sent++) asked.push(service.call(nobody, 'login', { body }))
      await until('sign-ins whose password was right', async () => (await lockWaiters(service.db)) === 3)
    })
    for (const { status, headers } of await Promise.all(asked)) {
      assert.deepEqual([status, headers['set-cookie']], [401, undefined])
    }
  })

  test('of sign-ins that wait for their turn meanwhile, none outlives it', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const payload = { email: person.email, password: person.password }
    const signIn = { method: 'POST', url: '/v1/auth/login', payload, remoteAddress: '192.0.2.30' } as const
    const asked = Array.from({ length: 30 }, () => service.app.inject(signIn))
    const change = { password: 'an entirely new one', currentPassword: person.password }
    await service.ok(person, 'updateMe', { body: change })
    const answers = await Promise.all(asked)
    assert.ok(answers.some(({ statusCode }) => statusCode === 401))
    for (const answer of answers.filter(({ statusCode }) => statusCode === 200)) {
      await service.refused({ cookie: cookieOf(answer) }, 'getSession', {}, 'authenticationRequired')
    }
    await service.ok(person, 'getSession')
  })

  test('of two new passwords at the same moment one is taken, and the other person is told', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const answers = await Promise.all(
      ['one of the two new', 'the other of the two'].map((password) =>
        service.call(person, 'updateMe', { body: { password, currentPassword: person.password } }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
  })

  test('a name alone ends no session', async () => {
    const elsewhere = await signIn(member)
    await service.ok(member, 'updateMe', { body: { name: 'Known' } })
    await service.ok(elsewhere, 'getSession')
  })

  test('a password changes only for someone who knows the current one', async () => {
    const elsewhere = await signIn(member)
    const password = 'an entirely new one'
    await service.refused(member, 'updateMe', { body: { password } }, 'fieldRequired', { field: 'currentPassword' })
    const wrong = { name: 'Mallory', password, currentPassword: 'a guess' }
    await service.refused(member, 'updateMe', { body: wrong }, 'invalidCredentials')
    await service.ok(elsewhere, 'getSession')
    await signIn(member)
    assert.notEqual((await service.ok(member, 'getSession')).user.name, 'Mallory', 'all or nothing')
  })

  test('422 names the field', async () => {
    const cases: [object, 'fieldTooLong' | 'validationError', string][] = [
      [{ name: 5, password: 5 }, 'validationError', 'name'],
      [{ name: null }, 'validationError', 'name'],
      [{ name: 'a\0b' }, 'validationError', 'name'],
      [{ name: 'x'.repeat(256) }, 'fieldTooLong', 'name'],
      [{ password: 'x'.repeat(257), currentPassword: member.password }, 'fieldTooLong', 'password'],
    ]
    for (const [body, situation, field] of cases) {
      await service.refused(member, 'updateMe', { body }, situation, { field })
    }
    const short = { password: '123456789', currentPassword: member.password }
    await service.refused(member, 'updateMe', { body: short }, 'validationError', { field: 'password' })
    await signIn(member)
  })
})
