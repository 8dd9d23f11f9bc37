import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
// The first to register administers the instance.
const admin = await register(service)
const other = await register(service)
const member = await join(service, other, other.orgId, 'viewer')
const list = (query: Record<string, unknown> = {}) => service.ok(admin, 'listUsers', { query })
const found = async (search: string) => (await list({ search })).users.map(({ id }) => id)
const rename = (by: typeof other | typeof member, name: string) => service.ok(by, 'updateMe', { body: { name } })

describe('12.18 the users of the instance', () => {
  test('200: all accounts, oldest first, whatever their organizations', async () => {
    const { users, nextCursor, hasMore } = await list()
    assert.deepEqual([nextCursor, hasMore], [null, false])
    const now = service.clock.now().toISOString()
    const ways = { hasSecondFactor: false, passkeyCount: 0 }
    const standing = {
      isActive: true,
      isInstanceAdmin: false,
      organizationCount: 1,
      ...ways,
      createdAt: now,
      lastSeenAt: now,
    }
    const named = (id: number, email: string) => ({ id, email, name: users.find((one) => one.id === id)?.name })
    assert.deepEqual(users, [
      { ...named(admin.userId, admin.email), ...standing, isInstanceAdmin: true },
      { ...named(other.userId, other.email), ...standing },
      { ...named(member.userId, member.email), ...standing },
    ])
    await service.ok(member, 'createOrganization', { body: { name: 'Own' } })
    const [, , counted] = (await list()).users
    assert.equal(counted?.organizationCount, 2)
  })

  test('200: search finds parts of names and addresses, whatever the case, and takes signs as they are', async () => {
    await rename(other, 'İpek ΣΟΦΟΣ 100%')
    await rename(member, 'Jürgen_x')
    for (const search of ['ipek', 'σοφοσ', 'σοφος', '100%', 'K Σ', other.email.toUpperCase().slice(0, 8)]) {
      assert.deepEqual(await found(search), [other.userId], search)
    }
    assert.deepEqual(await found('JÜRGEN_X'), [member.userId])
    assert.deepEqual(await found('%'), [other.userId])
    assert.deepEqual(await found('_'), [member.userId])
    assert.deepEqual(await found('@EXAMPLE'), [admin.userId, other.userId, member.userId])
    assert.deepEqual(await found('nobody at all'), [])
    assert.equal((await found('')).length, 3)
  })

  test('pages neither skip nor repeat, and a cursor belongs to its search', async () => {
    const first = await list({ limit: 2 })
    assert.deepEqual([first.users.length, first.hasMore], [2, true])
    const { users, hasMore } = await list({ limit: 2, cursor: first.nextCursor })
    assert.deepEqual([users.map(({ id }) => id), hasMore], [[member.userId], false])
    const foreign = { cursor: first.nextCursor, search: 'example' }
    await service.refused(admin, 'listUsers', { query: foreign }, 'invalidCursor')
    await service.refused(admin, 'listUsers', { query: { cursor: 'made up' } }, 'invalidCursor')
    for (const limit of [0, 101, 'x']) {
      await service.refused(admin, 'listUsers', { query: { limit } }, 'validationError', { field: 'limit' })
    }
  })

  test('lastSeenAt moves with what people do, and stays when they sign out', async () => {
    service.clock.advance(120_000)
    await service.ok(member, 'getSession')
    const seen = async () => (await list({ search: member.email })).users[0]?.lastSeenAt
    const at = service.clock.now().toISOString()
    assert.equal(await seen(), at)
    await service.ok(member, 'logout')
    service.clock.advance(120_000)
    assert.equal(await seen(), at)
    const body = { email: member.email, password: member.password }
    const answer = await service.call(nobody, 'login', { body })
    assert.ok(cookieOf(answer))
    assert.equal(await seen(), service.clock.now().toISOString())
  })

  test('403: for administrators of the instance alone, before anything that was sent', async () => {
    await service.refused(other, 'listUsers', { query: { limit: 0 } }, 'administratorsOnly')
    const request = { params: { userId: admin.userId }, body: { isActive: 'no' } }
    await service.refused(other, 'updateUser', request, 'administratorsOnly')
    const badId = { params: { userId: 0 }, body: {} }
    await service.refused(other, 'updateUser', badId, 'validationError', { field: 'userId' })
  })
})
