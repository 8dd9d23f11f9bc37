import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { longestTurn } from '../../../../test/longest-turn.ts'
import { onThisMachine } from '../../../../test/this-machine.ts'
import { sql } from '../../../db/sql.ts'

const service = await startService()
const { owner, orgId, project, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const restricted = await join(service, owner, orgId, 'developer', ['fr'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write', 'translations:delete'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }
/** Deleting so many held the event loop for over 50 ms when they passed through the process. */
const MANY = 30_000
const manage = { requiredPermission: 'project.manage' }

const create = (name: string) => service.ok(owner, 'createNamespace', { params, body: { name } })
const rename = (namespaceId: number, name: string) =>
  service.ok(owner, 'updateNamespace', { params: { projectId, namespaceId }, body: { name } })
const createKey = (body: object) => service.ok(owner, 'createKey', { params, body })
const keys = async () => (await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })).data
const namespaces = async () => (await service.ok(owner, 'listNamespaces', { params })).namespaces
const find = async (name: string) => (await namespaces()).filter((namespace) => namespace.name === name)
const usage = async () => (await service.ok(owner, 'getOrganization', { params: { orgId } })).usage.keys

describe('listNamespaces', () => {
  test('200 counts the living keys of each', async () => {
    const { id } = await create('counted')
    const first = await createKey({ key: 'a', namespaceId: id })
    await createKey({ key: 'b', namespaceId: id })
    for (const caller of [viewer, reader, restricted]) {
      const { namespaces } = await service.ok(caller, 'listNamespaces', { params })
      assert.deepEqual(
        namespaces.find((namespace) => namespace.id === id),
        { id, name: 'counted', isDefault: false, keyCount: 2 },
      )
      assert.deepEqual(
        namespaces.filter(({ isDefault }) => isDefault).map(({ id }) => id),
        [project.defaultNamespaceId],
      )
    }
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: first.id } })
    assert.equal((await find('counted'))[0]?.keyCount, 1)
  })

  test('401, 403, 404', async () => {
    await service.refused(nobody, 'listNamespaces', { params }, 'authenticationRequired')
    await service.refused(writer, 'listNamespaces', { params }, 'missingPermission', {
      requiredPermission: 'translation.view',
    })
    await service.refused(stranger, 'listNamespaces', { params }, 'projectNotFound')
  })
})

describe('createNamespace', () => {
  test('201 for any text of 1 to 255 characters', async () => {
    for (const name of ['x', '__proto__', 'constructor', '..', 'a/b', 'Counted', ' ', '🦜'.repeat(255)]) {
      const created = await create(name)
      assert.deepEqual(created, { id: created.id, name, isDefault: false, keyCount: 0 })
      assert.deepEqual(await find(name), [created])
    }
  })

  test('201 for a name that another project has', async () => {
    const body = { name: 'shared name' }
    const there = await service.ok(owner, 'createNamespace', { params: { projectId: other.id }, body })
    assert.notEqual((await create('shared name')).id, there.id)
  })

  test('409 for a name that is taken, by default too', async () => {
    await create('taken')
    for (const name of ['taken', 'default']) {
      await service.refused(owner, 'createNamespace', { params, body: { name } }, 'namespaceExists')
      assert.equal((await find(name)).length, 1)
    }
  })

  test('409 for all but one of those who create one name at the same moment', async () => {
    const request = { params, body: { name: 'raced' } }
    const answers = await Promise.all(Array.from({ length: 16 }, () => service.call(owner, 'createNamespace', request)))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array(15).fill(409)])
    assert.equal((await find('raced')).length, 1)
  })

  test('422 for an empty name', () =>
    service.refused(owner, 'createNamespace', { params, body: { name: '' } }, 'validationError', { field: 'name' }))

  test('422 for a name that is missing, over 255 characters, or cannot be stored', async () => {
    const refused = (body: object, situation: 'fieldRequired' | 'fieldTooLong' | 'validationError') =>
      service.refused(owner, 'createNamespace', { params, body }, situation, { field: 'name' })
    await refused({}, 'fieldRequired')
    await refused({ name: '🦜'.repeat(256) }, 'fieldTooLong')
    for (const name of ['a\0', '\udc00', 7, null]) await refused({ name }, 'validationError')
  })

  test('401, 403, 404', async () => {
    const request = { params, body: { name: 'mine' } }
    await service.refused(nobody, 'createNamespace', request, 'authenticationRequired')
    for (const caller of [viewer, writer]) {
      await service.refused(caller, 'createNamespace', request, 'missingPermission', manage)
    }
    await service.refused(stranger, 'createNamespace', request, 'projectNotFound')
    assert.deepEqual(await find('mine'), [])
  })
})

describe('updateNamespace', () => {
  test('200, and its keys are found under the new name', async () => {
    const { id } = await create('old name')
    const key = await createKey({ key: 'moved along', namespaceId: id })
    const renamed = await rename(id, 'new name')
    assert.deepEqual(renamed, { id, name: 'new name', isDefault: false, keyCount: 1 })
    const listed = (await keys()).find((listed) => listed.id === key.id)
    assert.deepEqual([listed?.namespace, listed?.namespaceId], ['new name', id])
    const put = { params: { projectId, key: key.key }, body: { locale: 'de', value: 'x' } }
    await service.ok(owner, 'putValue', { ...put, query: { namespace: 'new name' } })
    await service.refused(owner, 'putValue', { ...put, query: { namespace: 'old name' } }, 'valueKeyNotFound')
    assert.notEqual((await create('old name')).id, id)
  })

  test('200 for its own name and for nothing at all, which change nothing', async () => {
    const created = await create('steady')
    const request = { params: { projectId, namespaceId: created.id } }
    for (const body of [{}, { name: 'steady' }, { isDefault: true, keyCount: 9 }]) {
      assert.deepEqual(await service.ok(owner, 'updateNamespace', { ...request, body }), created)
    }
  })

  test('404 for a namespace that is nowhere, deleted, or in another project', async () => {
    const { id } = await create('soon gone')
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId: id } })
    for (const namespaceId of [id, 999_999, 2 ** 31, other.defaultNamespaceId]) {
      const request = { params: { projectId, namespaceId }, body: { name: 'stolen' } }
      await service.refused(owner, 'updateNamespace', request, 'namespaceNotFound')
    }
  })

  test('409 for the name of another, also when two are renamed to one name at the same moment', async () => {
    const [first, second] = [await create('first'), await create('second')]
    const request = { params: { projectId, namespaceId: first.id }, body: { name: 'second' } }
    await service.refused(owner, 'updateNamespace', request, 'namespaceExists')
    const answers = await Promise.all(
      [first, second].map(({ id }) =>
        service.call(owner, 'updateNamespace', { params: { projectId, namespaceId: id }, body: { name: 'third' } }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.equal((await find('third')).length, 1)
  })

  test('401, 403, 404, 422', async () => {
    const at = { projectId, namespaceId: project.defaultNamespaceId }
    const request = { params: at, body: { name: 'x'.repeat(256) } }
    await service.refused(nobody, 'updateNamespace', request, 'authenticationRequired')
    for (const caller of [viewer, writer]) {
      await service.refused(caller, 'updateNamespace', request, 'missingPermission', manage)
    }
    await service.refused(stranger, 'updateNamespace', request, 'projectNotFound')
    await service.refused(owner, 'updateNamespace', request, 'fieldTooLong', { field: 'name' })
    const badId = { ...request, params: { ...at, namespaceId: 'default' as unknown as number } }
    await service.refused(owner, 'updateNamespace', badId, 'validationError', { field: 'namespaceId' })
  })
})

describe('deleteNamespace', () => {
  const remove = (namespaceId: number) => service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId } })

  test('204 takes its keys along and frees its name; a new one of that name starts empty', async () => {
    const { id } = await create('doomed')
    const key = await createKey({ key: 'inside', namespaceId: id })
    const before = await usage()
    await remove(id)
    assert.ok(!(await keys()).some((listed) => listed.id === key.id))
    assert.equal(await usage(), before - 1)
    await service.refused(owner, 'deleteKey', { params: { projectId, keyId: key.id } }, 'keyNotFound')
    const byId = { params, body: { key: 'late', namespaceId: id } }
    await service.refused(owner, 'createKey', byId, 'namespaceNotFound')
    await service.refused(owner, 'deleteNamespace', { params: { projectId, namespaceId: id } }, 'namespaceNotFound')
    const put = {
      params: { projectId, key: 'inside' },
      query: { namespace: 'doomed' },
      body: { locale: 'de', value: 'x' },
    }
    await service.refused(owner, 'putValue', put, 'valueKeyNotFound')
    const again = await create('doomed')
    assert.notEqual(again.id, id)
    assert.equal(again.keyCount, 0)
    assert.equal((await createKey({ key: 'inside', namespace: 'doomed' })).namespaceId, again.id)
  })

  test('204 for very many keys keeps nobody waiting, and tells each of them in the order of their ids', async () => {
    const { id } = await create('crowded')
    await createKey({ key: 'Last by name', namespaceId: id })
    await service.db.run(sql`
      with made as (
        insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
        select ${projectId}, ${id}, 'Key ' || ${MANY} - n, 1, now(), now() from generate_series(1, ${MANY}) n)
      update project_counters set keys = keys + ${MANY} where project_id = ${projectId}`)
    const before = await usage()
    const held = await longestTurn(() => remove(id))
    assert.ok(held < onThisMachine(50), `the loop was held for ${held} ms`)
    assert.equal(await usage(), before - MANY - 1)
    const keys = await service.db.rows<{ id: number; name: string }>(sql`
      select id, name from keys where namespace_id = ${id} order by id`)
    const told = await service.db.rows(sql`
      select event, key_id, key_name, namespace, before from changes
      where project_id = ${projectId} and namespace = 'crowded' and event like '%.deleted'
      order by seq`)
    const inside = { namespace: 'crowded', before: null }
    assert.deepEqual(told, [
      ...keys.map(({ id, name }) => ({ event: 'key.deleted', key_id: id, key_name: name, ...inside })),
      {
        event: 'namespace.deleted',
        key_id: null,
        key_name: null,
        ...inside,
        before: { namespaceId: id, name: 'crowded' },
      },
    ])
  })

  test('204 while keys are being created in it: none survives in a namespace that is gone', async () => {
    const { id } = await create('contested')
    const names = Array.from({ length: 12 }, (_, n) => `contested ${n}`)
    const before = await usage()
    const creating = names.map((key) => service.call(owner, 'createKey', { params, body: { key, namespaceId: id } }))
    const [, ...created] = await Promise.all([remove(id), ...creating])
    for (const { status } of created) assert.ok([201, 404].includes(status), `status ${status}`)
    assert.deepEqual(
      (await keys()).filter(({ namespaceId }) => namespaceId === id),
      [],
    )
    assert.equal(await usage(), before)
  })

  test('400 for the default one', async () => {
    const request = { params: { projectId, namespaceId: project.defaultNamespaceId } }
    await service.refused(owner, 'deleteNamespace', request, 'defaultNamespaceStays')
  })

  test('404 for a namespace that is nowhere or in another project', async () => {
    for (const namespaceId of [999_999, other.defaultNamespaceId]) {
      await service.refused(owner, 'deleteNamespace', { params: { projectId, namespaceId } }, 'namespaceNotFound')
    }
  })

  test('401, 403, 404, and 403 for managers who do not see all languages', async () => {
    const { id } = await create('guarded')
    const request = { params: { projectId, namespaceId: id } }
    await service.refused(nobody, 'deleteNamespace', request, 'authenticationRequired')
    for (const caller of [viewer, writer]) {
      await service.refused(caller, 'deleteNamespace', request, 'missingPermission', manage)
    }
    await service.refused(restricted, 'deleteNamespace', request, 'restrictedToLocales')
    await service.refused(stranger, 'deleteNamespace', request, 'projectNotFound')
    assert.equal((await find('guarded')).length, 1)
  })
})
