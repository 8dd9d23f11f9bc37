import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, join, joinAgain, type Person, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const DAY = 86_400_000
const PASSWORD = 'an entirely new one'

const service = await startService()
// The first to register administers the instance.
const root = await register(service)
const owner = await register(service)
const other = await register(service)
const { orgId } = owner

const link = async (person: Person, by: Caller = owner) =>
  (await service.ok(by, 'createResetLink', { params: { orgId, userId: person.userId } })).token
const reset = (token: string, password = PASSWORD) => ({ body: { token, password } })
const signIn = ({ email }: Person, password: string) => service.call(nobody, 'login', { body: { email, password } })
const update = (person: Person, body: object) =>
  service.ok(owner, 'updateMember', { params: { orgId, userId: person.userId }, body })
const gone = (token: string) => service.refused(nobody, 'resetPassword', reset(token), 'notFound')

describe('12.13 a password that is set by a link', () => {
  test('200: as login answers; the old password and all sessions of the person end, and nobody else is touched', async () => {
    const person = await join(service, owner, orgId, 'reviewer')
    const elsewhere = { cookie: cookieOf(await signIn(person, person.password)) }
    const answer = await service.call(elsewhere, 'resetPassword', reset(await link(person)))
    assert.equal(answer.status, 200)
    const session = { cookie: cookieOf(answer) }
    assert.deepEqual(answer.body, await service.ok(session, 'getSession'))
    const { user, organizations } = await service.ok(session, 'getSession')
    assert.partialDeepStrictEqual(user, { id: person.userId, email: person.email, isInstanceAdmin: false })
    assert.partialDeepStrictEqual(organizations, [{ id: orgId, role: 'reviewer' }])
    for (const ended of [person, elsewhere]) await service.refused(ended, 'getSession', {}, 'authenticationRequired')
    assert.equal((await signIn(person, person.password)).status, 401)
    assert.equal((await signIn(person, PASSWORD)).status, 200)
    await service.ok(owner, 'getSession')
  })

  test('once: used again it is 404; of two at the same moment one is taken', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const token = await link(person)
    const passwords = ['one of the two new', 'the other of the two']
    const answers = await Promise.all(
      passwords.map((password) => service.call(nobody, 'resetPassword', reset(token, password))),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
    await gone(token)
    const taken = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    assert.equal((await signIn(person, taken)).status, 200)
  })

  test('for 24 hours, and until another one is made', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const [first, second] = [await link(person), await link(person)]
    await gone(first)
    service.clock.advance(DAY)
    await gone(second)
    service.clock.advance(-1)
    await service.ok(nobody, 'resetPassword', reset(second))
    service.clock.advance(1 - DAY)
  })

  test('422 leaves the link as it was', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const token = await link(person)
    const refused = (body: object, situation: 'fieldRequired' | 'fieldTooLong' | 'validationError', field: string) =>
      service.refused(nobody, 'resetPassword', { body }, situation, { field })
    await refused({ password: 5 }, 'fieldRequired', 'token')
    await refused({ token: '' }, 'validationError', 'token')
    await refused({ token }, 'fieldRequired', 'password')
    await refused({ token, password: '123456789' }, 'validationError', 'password')
    await refused({ token, password: 'x'.repeat(257) }, 'fieldTooLong', 'password')
    await service.ok(nobody, 'resetPassword', reset(token, 'x'.repeat(256)))
  })

  test('it ends when the password changes otherwise, and not with a new name', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const token = await link(person)
    await service.ok(person, 'updateMe', { body: { name: 'Another' } })
    const body = { password: 'of their own', currentPassword: person.password }
    await service.ok(person, 'updateMe', { body })
    await gone(token)
    assert.equal((await signIn(person, 'of their own')).status, 200)
  })

  test('it ends when the person leaves, and does not come back with them', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const token = await link(person)
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: person.userId } })
    await gone(token)
    await joinAgain(service, owner, orgId, person, 'viewer')
    await gone(token)
  })

  test('it ends when the account is deactivated, and does not come back with it', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const token = await link(person)
    for (const isActive of [false, true]) {
      await service.ok(root, 'updateUser', { params: { userId: person.userId }, body: { isActive } })
      await gone(token)
    }
    assert.equal((await signIn(person, person.password)).status, 200)
  })

  const losses = {
    demoted: (maker: Person) => update(maker, { role: 'developer' }),
    restricted: (maker: Person) => update(maker, { localeCodes: ['de'] }),
    removed: (maker: Person) => service.ok(owner, 'deleteMember', { params: { orgId, userId: maker.userId } }),
    deactivated: ({ userId }: Person) =>
      service.ok(root, 'updateUser', { params: { userId }, body: { isActive: false } }),
  }
  for (const [loss, lose] of Object.entries(losses)) {
    test(`404: whoever made it was ${loss} since`, async () => {
      const [maker, person] = [await join(service, owner, orgId, 'admin'), await join(service, owner, orgId, 'viewer')]
      const token = await link(person, maker)
      await lose(maker)
      await gone(token)
    })
  }

  test('404: the person has become more than its maker, or a member elsewhere', async () => {
    const maker = await join(service, owner, orgId, 'admin')
    const risen = await join(service, owner, orgId, 'viewer')
    const ofRisen = await link(risen, maker)
    await update(risen, { role: 'owner' })
    await gone(ofRisen)
    const wanted = await join(service, owner, orgId, 'viewer')
    const ofWanted = await link(wanted, maker)
    await joinAgain(service, other, other.orgId, wanted, 'viewer')
    await gone(ofWanted)
    assert.equal((await signIn(wanted, wanted.password)).status, 200)
  })

  test('sign-ins that are under way with the old password end', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const token = await link(person)
    const payload = { email: person.email, password: person.password }
    const signIn = { method: 'POST', url: '/v1/auth/login', payload, remoteAddress: '192.0.2.30' } as const
    const asked = Array.from({ length: 10 }, () => service.app.inject(signIn))
    const renewed = await service.call(nobody, 'resetPassword', reset(token))
    assert.equal(renewed.status, 200)
    const answers = await Promise.all(asked)
    assert.ok(answers.some(({ statusCode }) => statusCode === 401))
    for (const answer of answers.filter(({ statusCode }) => statusCode === 200))
      await service.refused({ cookie: cookieOf(answer) }, 'getSession', {}, 'authenticationRequired')
    const { sessions } = await service.ok({ cookie: cookieOf(renewed) }, 'listSessions')
    assert.equal(sessions.length, 1)
  })

  test('the audit log tells it in every organization of the person, and no secret', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const token = await link(person)
    await service.ok(nobody, 'resetPassword', reset(token, 'an unusual password'))
    const query = { events: 'password.reset,sign_in.succeeded', actorId: person.userId, limit: 2 }
    const { entries } = await service.ok(owner, 'listAudit', { params: { orgId }, query })
    assert.deepEqual(
      entries.map(({ event, subject, address }) => [event, subject.id, address]),
      [
        ['sign_in.succeeded', person.userId, '127.0.0.1'],
        ['password.reset', person.userId, '127.0.0.1'],
      ],
    )
    const { rows } = await service.db.pool.query('select * from audit_entries')
    for (const secret of [token, 'an unusual password']) assert.ok(!JSON.stringify(rows).includes(secret))
  })
})
