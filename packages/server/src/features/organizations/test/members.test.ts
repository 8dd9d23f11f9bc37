import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, join, register } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const owner = await register(service)
const other = await register(service)
const { orgId } = owner
const developer = await join(service, owner, orgId, 'developer')

const invite = (body: unknown, by: Caller = owner, id = orgId) =>
  service.ok(by, 'createMember', { params: { orgId: id }, body })
const update = (userId: number, body: unknown, by: Caller = owner, id = orgId) =>
  service.ok(by, 'updateMember', { params: { orgId: id, userId }, body })
const members = async (by: Caller = owner, id = orgId) =>
  (await service.ok(by, 'listMembers', { params: { orgId: id } })).members
const member = async (userId: number) => (await members()).find((one) => one.userId === userId)

describe('list-members', () => {
  test('200: everyone with their role, those who were only invited without a joinedAt', async () => {
    const { member: invited } = await invite({ email: 'invited@example.com', role: 'translator', localeCodes: ['de'] })
    const listed = await members()
    const { name } = (await service.ok(owner, 'getSession')).user
    assert.deepEqual(listed[0], {
      userId: owner.userId,
      email: owner.email,
      name,
      role: 'owner',
      localeCodes: null,
      joinedAt: service.clock.now().toISOString(),
    })
    assert.deepEqual(
      listed.find(({ userId }) => userId === invited.userId),
      invited,
    )
    const email = 'invited@example.com'
    const { userId } = invited
    assert.deepEqual(invited, { userId, email, name: email, role: 'translator', localeCodes: ['de'], joinedAt: null })
    assert.deepEqual(
      (await members(other, other.orgId)).map(({ userId }) => userId),
      [other.userId],
    )
  })

  test('200: a search over names and addresses, and pages for whoever asks for them', async () => {
    const ask = (query: Record<string, unknown>) => service.ok(owner, 'listMembers', { params: { orgId }, query })
    await invite({ email: 'paged_1@example.com', role: 'viewer' })
    await invite({ email: 'paged_2@example.com', role: 'viewer' })
    const first = await ask({ search: 'PAGED_', limit: 1 })
    const second = await ask({ search: 'PAGED_', cursor: first.nextCursor })
    assert.deepEqual(
      [first, second].flatMap(({ members: found }) => found.map(({ email }) => email)),
      ['paged_1@example.com', 'paged_2@example.com'],
    )
    assert.deepEqual([first.hasMore, second.hasMore, second.nextCursor], [true, false, null])
    assert.deepEqual(
      (await ask({ search: developer.email })).members.map(({ userId }) => userId),
      [developer.userId],
    )
    assert.equal((await ask({})).hasMore, false)
  })

  test('403: members are for those who manage settings', async () => {
    const needed = { requiredPermission: 'organization.manage_settings' }
    const params = { orgId, userId: developer.userId }
    const body = { email: 'x@example.com', role: 'owner' }
    await service.refused(developer, 'listMembers', { params }, 'missingPermission', needed)
    await service.refused(developer, 'createMember', { params, body }, 'missingPermission', needed)
    await service.refused(developer, 'updateMember', { params, body }, 'missingPermission', needed)
    const colleague = { orgId, userId: owner.userId }
    await service.refused(developer, 'deleteMember', { params: colleague }, 'missingPermission', needed)
    assert.equal((await member(developer.userId))?.role, 'developer')
  })
})

describe('create-member', () => {
  test('409: someone who is a member already keeps role and languages', async () => {
    const params = { orgId }
    const body = { email: developer.email.toUpperCase(), role: 'owner', localeCodes: ['fr'] }
    await service.refused(owner, 'createMember', { params, body }, 'memberExists')
    assert.partialDeepStrictEqual(await member(developer.userId), { role: 'developer', localeCodes: null })
  })

  test('languages are kept in canonical spelling, each once; left out or null is all of them', async () => {
    const localeCodes = ['de_at', 'DE-at', 'de-AT', 'ZH_hant_tw']
    const { member: restricted } = await invite({ email: 'a@example.com', role: 'translator', localeCodes })
    assert.deepEqual(restricted.localeCodes?.toSorted(), ['de-AT', 'zh-Hant-TW'])
    const all = await invite({ email: 'b@example.com', role: 'translator', localeCodes: null })
    const unsaid = await invite({ email: 'c@example.com', role: 'translator' })
    assert.deepEqual([all.member.localeCodes, unsaid.member.localeCodes], [null, null])
  })

  test('422: the first failing field in the order email, role, localeCodes', async () => {
    const good = { email: 'd@example.com', role: 'viewer' }
    const cases: [object, 'fieldRequired' | 'validationError', string][] = [
      [{ role: 5 }, 'fieldRequired', 'email'],
      [{ email: 'd', role: 5 }, 'validationError', 'email'],
      [{ email: 'd\ud800@example.com', role: 'viewer' }, 'validationError', 'email'],
      [{ email: 'd@example.com', localeCodes: 5 }, 'fieldRequired', 'role'],
      [{ ...good, role: 'root', localeCodes: 5 }, 'validationError', 'role'],
      [{ ...good, role: '__proto__' }, 'validationError', 'role'],
      [{ ...good, role: 'constructor' }, 'validationError', 'role'],
      [{ ...good, localeCodes: 'de' }, 'validationError', 'localeCodes'],
      [{ ...good, localeCodes: ['de', 'no such thing'] }, 'validationError', 'localeCodes.1'],
    ]
    for (const [body, situation, field] of cases) {
      await service.refused(owner, 'createMember', { params: { orgId }, body }, situation, { field })
    }
    assert.ok((await members()).every(({ email }) => email !== 'd@example.com'))
  })
})

describe('update-member', () => {
  test('200: only what was sent changes', async () => {
    const person = await join(service, owner, orgId, 'viewer', ['de'])
    const before = await member(person.userId)
    assert.deepEqual(await update(person.userId, {}), before)
    const promoted = await update(person.userId, { role: 'reviewer', userId: owner.userId, email: 'x@example.com' })
    assert.deepEqual(promoted, { ...before, role: 'reviewer' })
    const widened = await update(person.userId, { localeCodes: ['fr_ca', 'de'] })
    assert.deepEqual(widened.localeCodes?.toSorted(), ['de', 'fr-CA'])
    assert.equal(widened.role, 'reviewer')
    assert.equal((await update(person.userId, { localeCodes: null })).localeCodes, null)
    assert.deepEqual(await member(person.userId), { ...before, role: 'reviewer', localeCodes: null })
  })

  test('404: nobody, somebody of another organization, or an invitation of theirs', async () => {
    const theirs = await invite({ email: 'theirs@example.com', role: 'viewer' }, other, other.orgId)
    for (const userId of [999_999, other.userId, theirs.member.userId]) {
      const request = { params: { orgId, userId }, body: { role: 'viewer' } }
      await service.refused(owner, 'updateMember', request, 'notFound')
      await service.refused(owner, 'deleteMember', request, 'notFound')
      await service.refused(owner, 'renewInvitation', request, 'notFound')
    }
    await service.ok(other, 'deleteMember', { params: { orgId: other.orgId, userId: theirs.member.userId } })
    assert.deepEqual(
      (await members(other, other.orgId)).map(({ userId, role }) => ({ userId, role })),
      [{ userId: other.userId, role: 'owner' }],
    )
  })

  test('422 names the field', async () => {
    const params = { orgId, userId: developer.userId }
    const cases: [object, string][] = [
      [{ role: 'root', localeCodes: 5 }, 'role'],
      [{ role: null }, 'role'],
      [{ localeCodes: [5] }, 'localeCodes.0'],
      [{ localeCodes: ['de', 'de', 'x\0'] }, 'localeCodes.2'],
    ]
    for (const [body, field] of cases) {
      await service.refused(owner, 'updateMember', { params, body }, 'validationError', { field })
    }
  })
})

describe('delete-member', () => {
  test('204: the person is out at once, and stays in their other organizations', async () => {
    const { inviteToken } = await invite({ email: other.email, role: 'admin' })
    await service.ok(other, 'acceptInvite', { body: { token: inviteToken } })
    await members(other, orgId)
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: other.userId } })
    await service.refused(other, 'getOrganization', { params: { orgId } }, 'notFound')
    await service.refused(other, 'listProjects', { params: { orgId } }, 'notFound')
    await service.refused(owner, 'deleteMember', { params: { orgId, userId: other.userId } }, 'notFound')
    assert.equal((await service.ok(other, 'getSession')).organizations.length, 1)
    assert.ok(!(await member(other.userId)))
  })

  test('12.18 204: everybody may leave, whatever their role and languages, and what they made ends', async () => {
    const project = { name: 'Shop', sourceLocale: 'en' }
    const { id: projectId } = await service.ok(owner, 'createProject', { params: { orgId }, body: project })
    for (const [role, localeCodes] of [
      ['viewer', null],
      ['translator', ['de']],
      ['developer', ['de']],
      ['admin', null],
      ['owner', ['de']],
    ] as const) {
      const leaving = await join(service, owner, orgId, role, localeCodes && [...localeCodes])
      const isBuilder = role === 'developer'
      const key = isBuilder ? await createApiKey(service, leaving, projectId, ['translations:read']) : undefined
      const own = { orgId, userId: leaving.userId }
      await service.ok(leaving, 'deleteMember', { params: own })
      await service.refused(leaving, 'getOrganization', { params: { orgId } }, 'notFound')
      await service.refused(leaving, 'deleteMember', { params: own }, 'notFound')
      if (key) await service.refused(key, 'getProject', { params: { projectId } }, 'authenticationRequired')
      const { entries } = await service.ok(owner, 'listAudit', { params: { orgId }, query: { events: 'member.left' } })
      const [entry] = entries
      assert.deepEqual(
        [entry?.actor.id, entry?.subject.id, entry?.details],
        [leaving.userId, leaving.userId, { role, localeCodes }],
      )
    }
  })
})

describe('managers restricted to some languages', () => {
  test('14.19 403: change no member, and not what they are restricted to themselves', async () => {
    for (const role of ['admin', 'owner'] as const) {
      const manager = await join(service, owner, orgId, role, ['de'])
      const free = { localeCodes: null }
      for (const userId of [manager.userId, developer.userId]) {
        const params = { orgId, userId }
        await service.refused(manager, 'updateMember', { params, body: free }, 'restrictedToLocales')
      }
      const other = { orgId, userId: developer.userId }
      await service.refused(manager, 'deleteMember', { params: other }, 'restrictedToLocales')
      const body = { email: 'second-self@example.com', role: 'owner' }
      await service.refused(manager, 'createMember', { params: { orgId }, body }, 'restrictedToLocales')
      await members(manager)
      await update(manager.userId, free)
      await update(developer.userId, {}, manager)
    }
  })

  test('400: an owner who may see all languages stays, or nobody could undo it', async () => {
    const founder = await register(service)
    const [params, body] = [{ orgId: founder.orgId, userId: founder.userId }, { localeCodes: ['de'] }]
    await service.refused(founder, 'updateMember', { params, body }, 'lastOwner')
    const second = await join(service, founder, founder.orgId, 'owner', ['de'])
    await service.refused(founder, 'updateMember', { params, body }, 'lastOwner')
    await service.refused(founder, 'updateMember', { params, body: { role: 'viewer' } }, 'lastOwner')
    await service.refused(founder, 'deleteMember', { params }, 'lastOwner')
    await update(second.userId, { localeCodes: ['fr'] }, founder, founder.orgId)
    await update(second.userId, { localeCodes: null }, founder, founder.orgId)
    assert.deepEqual((await update(founder.userId, body, second, founder.orgId)).localeCodes, ['de'])
  })
})

describe('the last owner', () => {
  test('400: can be neither demoted nor removed, by nobody', async () => {
    const founder = await register(service)
    const admin = await join(service, founder, founder.orgId, 'admin')
    const params = { orgId: founder.orgId, userId: founder.userId }
    for (const caller of [founder, admin]) {
      for (const role of ['admin', 'viewer']) {
        await service.refused(caller, 'updateMember', { params, body: { role } }, 'lastOwner')
      }
      await service.refused(caller, 'deleteMember', { params }, 'lastOwner')
    }
    const kept = await update(founder.userId, { role: 'owner', localeCodes: null }, founder, founder.orgId)
    assert.equal(kept.role, 'owner')

    await update(admin.userId, { role: 'owner' }, founder, founder.orgId)
    await update(founder.userId, { role: 'viewer' }, admin, founder.orgId)
    const rest = { orgId: founder.orgId, userId: admin.userId }
    await service.refused(admin, 'deleteMember', { params: rest }, 'lastOwner')
  })

  test('two owners who remove each other at the same moment leave one', async () => {
    for (const route of ['deleteMember', 'updateMember'] as const) {
      const founder = await register(service)
      const second = await join(service, founder, founder.orgId, 'owner')
      const against = (by: Caller, userId: number) =>
        service.call(by, route, { params: { orgId: founder.orgId, userId }, body: { role: 'admin' } })
      await Promise.all([against(founder, second.userId), against(second, founder.userId)])
      const standings = await Promise.all(
        [founder, second].map(async (person) => (await service.ok(person, 'getSession')).organizations),
      )
      const owners = standings.flat().filter(({ id, role }) => id === founder.orgId && role === 'owner')
      assert.equal(owners.length, 1, route)
    }
  })
})
