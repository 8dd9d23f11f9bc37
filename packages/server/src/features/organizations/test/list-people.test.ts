import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const people = async (by: Caller = owner) => (await service.ok(by, 'listPeople', { params: { orgId } })).people
const ids = async (by: Caller = owner) => (await people(by)).map(({ id }) => id)
const createKey = (by: Caller, key: string) => service.ok(by, 'createKey', { params: { projectId }, body: { key } })

describe('12.7 the people of an organization', () => {
  test('200: those who have written something, by id and name, and nobody else', async () => {
    const translator = await join(service, owner, orgId, 'translator')
    const viewer = await join(service, owner, orgId, 'viewer', ['de'])
    await service.ok(translator, 'listKeys', { params: { projectId } })
    await service.refused(viewer, 'createKey', { params: { projectId }, body: { key: 'a' } }, 'missingPermission')
    assert.deepEqual(await ids(), [owner.userId], 'reading and being refused is no writing')
    await createKey(translator, 'a')
    const { name } = (await service.ok(translator, 'getSession')).user
    const [first, second, ...others] = await people()
    assert.deepEqual([first?.id, second, others], [owner.userId, { id: translator.userId, name }, []])
    assert.deepEqual(await people(viewer), await people(), 'every member may ask')
  })

  test('200: those who are no members any more, too, and whoever made a key that writes', async () => {
    const leaving = await join(service, owner, orgId, 'reviewer')
    const silent = await join(service, owner, orgId, 'reviewer')
    await createKey(leaving, 'b')
    const { userId } = leaving
    await service.ok(owner, 'deleteMember', { params: { orgId, userId } })
    await service.ok(silent, 'deleteMember', { params: { orgId, userId: silent.userId } })
    assert.ok((await ids()).includes(userId))
    assert.ok(!(await ids()).includes(silent.userId), 'leaving is no writing')
    const builder = await join(service, owner, orgId, 'developer')
    const key = await createApiKey(service, builder, projectId, ['translations:write'])
    await service.ok(key, 'pushKey', { body: { key: 'c' } })
    assert.ok((await ids()).includes(builder.userId))
    await service.ok(builder, 'updateMe', { body: { name: 'Renamed' } })
    assert.deepEqual((await people()).at(-1), { id: builder.userId, name: 'Renamed' })
  })

  test('200: the members instead, also those who have never written, and none who has left', async () => {
    const silent = await join(service, owner, orgId, 'viewer', ['de'])
    const left = await join(service, owner, orgId, 'translator')
    await createKey(left, 'left')
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: left.userId } })
    const members = (await service.ok(silent, 'listPeople', { params: { orgId }, query: { who: 'members' } })).people
    const names = new Map(members.map(({ id, name }) => [id, name]))
    assert.equal(names.get(silent.userId), (await service.ok(silent, 'getSession')).user.name)
    assert.deepEqual([names.has(owner.userId), names.has(left.userId)], [true, false])
  })

  test('other organizations have their own, and somebody who comes back is known again', async () => {
    const other = await createScene(service)
    const params = { orgId: other.orgId }
    const listed = await service.ok(other.owner, 'listPeople', { params })
    assert.deepEqual(
      listed.people.map(({ id }) => id),
      [other.owner.userId],
    )
    await service.refused(other.owner, 'listPeople', { params: { orgId } }, 'notFound')
    const beside = await startService({}, service)
    await beside.ok(owner, 'createKey', { params: { projectId }, body: { key: 'd' } })
    assert.equal((await ids()).filter((id) => id === owner.userId).length, 1)
  })
})
