import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditEvent } from '@parlance/contract'
import { cookieOf, createScene, join, type Person } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId } = await createScene(service)
const other = await createScene(service)

async function told(events: AuditEvent[], caller: Caller = owner, at = orgId) {
  const { entries } = await service.ok(caller, 'listAudit', { params: { orgId: at }, query: { events } })
  return entries.map(({ event, actor, subject, details, address }) => ({
    event,
    by: actor.id,
    subject,
    details,
    address,
  }))
}

describe('sign-ins', () => {
  const login = ({ email }: Pick<Person, 'email'>, password: string) =>
    service.call(nobody, 'login', { body: { email, password } })

  test('are told in every organization that the person is a member of, failed ones too, and nowhere else', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const invited = await service.ok(other.owner, 'createMember', {
      params: { orgId: other.orgId },
      body: { email: person.email, role: 'viewer' },
    })
    const of = async (caller: Caller, at: number, event: AuditEvent) =>
      (await told([event], caller, at)).filter(({ by }) => by === person.userId)
    await login(person, 'wrong')
    assert.equal((await of(other.owner, other.orgId, 'sign_in.failed')).length, 0, 'only invited there')
    await service.ok(person, 'acceptInvite', { body: { token: invited.inviteToken } })
    await login(person, 'wrong again')
    const signedIn = await login(person, person.password)
    assert.equal(signedIn.status, 200)
    const expected = (event: AuditEvent) => ({
      event,
      by: person.userId,
      subject: { type: 'user', id: person.userId, name: person.name },
      details: {},
      address: '127.0.0.1',
    })
    assert.deepEqual(
      await of(owner, orgId, 'sign_in.failed'),
      [1, 2].map(() => expected('sign_in.failed')),
    )
    assert.deepEqual(await of(other.owner, other.orgId, 'sign_in.failed'), [expected('sign_in.failed')])
    assert.deepEqual((await of(other.owner, other.orgId, 'sign_in.succeeded'))[0], expected('sign_in.succeeded'))
    await login({ email: 'nobody@example.com' }, 'wrong')
    assert.equal((await told(['sign_in.failed'])).length, 2, 'an address without an account is nobody')
  })

  test('that fail are told up to 60 times in a quarter of an hour for each account', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    const failed = async () => (await told(['sign_in.failed'])).filter(({ by }) => by === person.userId).length
    for (let attempt = 0; attempt < 65; attempt++) {
      const { statusCode } = await service.app.inject({
        method: 'POST',
        url: '/v1/auth/login',
        remoteAddress: `192.0.2.${attempt}`,
        payload: { email: person.email, password: 'wrong' },
      })
      assert.equal(statusCode, 401)
    }
    const { entries, hasMore } = await service.ok(owner, 'listAudit', {
      params: { orgId },
      query: { events: 'sign_in.failed', actorId: person.userId, limit: 100 },
    })
    assert.deepEqual([entries.length, hasMore], [60, false])
    assert.ok((await failed()) > 0)
  })

  test('that succeed are told as often, and the person is let in all the same', async () => {
    const person = await join(service, owner, orgId, 'viewer')
    for (let attempt = 0; attempt < 62; attempt++) assert.equal((await login(person, person.password)).status, 200)
    const query = { events: 'sign_in.succeeded', actorId: person.userId, limit: 100 }
    const told = async () => (await service.ok(owner, 'listAudit', { params: { orgId }, query })).entries.length
    assert.equal(await told(), 60)
    service.clock.advance(15 * 60_000)
    assert.equal((await login(person, person.password)).status, 200)
    assert.equal(await told(), 61)
  })
})

describe('members', () => {
  test('are told when they are invited, join, change and go', async () => {
    const email = 'new@example.com'
    const body = { email, role: 'viewer', localeCodes: ['de'] }
    const { member, inviteToken } = await service.ok(owner, 'createMember', { params: { orgId }, body })
    const accepting = { token: inviteToken, name: 'New', password: 'correct horse battery' }
    const joined = await service.call(nobody, 'acceptInvite', { body: accepting })
    assert.equal(joined.status, 200)
    const params = { orgId, userId: member.userId }
    await service.ok(owner, 'updateMember', { params, body: { role: 'translator' } })
    await service.ok(owner, 'updateMember', { params, body: { role: 'translator', localeCodes: null } })
    await service.ok(owner, 'updateMember', { params, body: {} })
    await service.ok(owner, 'deleteMember', { params })
    const subject = { type: 'member', id: member.userId, name: email }
    const entry = (event: AuditEvent, by: number, details: object) => ({ event, by, subject, details })
    const entries = await told([
      'member.invited',
      'member.joined',
      'member.role_changed',
      'member.restriction_changed',
      'member.removed',
    ])
    assert.deepEqual(
      entries.filter(({ subject: { id } }) => id === member.userId).map(({ address: _address, ...rest }) => rest),
      [
        entry('member.removed', owner.userId, { role: 'translator', localeCodes: null }),
        entry('member.restriction_changed', owner.userId, {
          before: { localeCodes: ['de'] },
          after: { localeCodes: null },
        }),
        entry('member.role_changed', owner.userId, { before: { role: 'viewer' }, after: { role: 'translator' } }),
        entry('member.joined', member.userId, { role: 'viewer', localeCodes: ['de'] }),
        entry('member.invited', owner.userId, { role: 'viewer', localeCodes: ['de'] }),
      ],
    )
  })

  test('who are only invited are told by what their inviter knew', async () => {
    const { email } = other.owner
    const request = { params: { orgId }, body: { email, role: 'viewer' } }
    const { member } = await service.ok(owner, 'createMember', request)
    const params = { orgId, userId: member.userId }
    await service.ok(owner, 'renewInvitation', { params })
    await service.ok(owner, 'deleteMember', { params })
    const entries = await told(['member.invited', 'member.removed'])
    const about = entries.filter(({ subject }) => subject.name === email)
    assert.deepEqual(
      about.map(({ event }) => event),
      ['member.removed', 'member.invited', 'member.invited'],
    )
    for (const { subject } of about) assert.deepEqual(subject, { type: 'member', id: member.userId, name: email })
    assert.notEqual(member.userId, other.owner.userId)
  })
})

test('no secret is in the log: neither passwords nor tokens nor what opens an invitation', async () => {
  const email = 'secret@example.com'
  const password = 'an unusual password'
  const { inviteToken } = await service.ok(owner, 'createMember', { params: { orgId }, body: { email, role: 'admin' } })
  const body = { token: inviteToken, name: 'New', password }
  const cookie = cookieOf(await service.call(nobody, 'acceptInvite', { body }))
  await service.call(nobody, 'login', { body: { email, password: 'an unusual mistake' } })
  const { rows } = await service.db.pool.query('select * from audit_entries')
  const text = JSON.stringify(rows)
  assert.ok(rows.length > 5)
  for (const secret of [password, 'an unusual mistake', inviteToken ?? '', cookie.split('=')[1] ?? ''])
    assert.ok(secret.length > 5 && !text.includes(secret), secret)
})
