import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Permission, type Role, roleNames, roles, type Scope, scopeNames, scopes } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { readHistory, readKeys } from '../../../../test/recount.ts'
import { type BatchRoute, createBatchScene, text } from './scene.ts'

const service = await startService()
const { owner, orgId, projectId, params, run, refused, createKey, history, assertCountsTrue } =
  await createBatchScene(service)
const stranger = await register(service)
const target = await service.ok(owner, 'createNamespace', { params, body: { name: 'target' } })

/** What each batch needs beside its ids, in the order of the contract; all of it touches the source locale. */
const fields: Record<BatchRoute, Record<string, unknown>> = {
  batchDeleteKeys: {},
  batchSetStatus: { localeCode: 'en', status: 'not_reviewed' },
  batchMoveKeys: { targetNamespaceId: target.id },
  batchCopyValues: { fromLocaleCode: 'de', toLocaleCode: 'en', overwriteExisting: true },
  batchClearValues: { localeCodes: ['en', 'de'] },
}
const optional = ['overwriteExisting']
const routes = Object.keys(fields) as BatchRoute[]
const permissionOf = (route: BatchRoute): Permission =>
  route === 'batchDeleteKeys' ? 'translation.delete' : 'translation.edit'
const absent = 9_000_000_000

const translations = { en: text('Hello {name}'), de: text('Hallo {vorname}') }
const createKeys = async (count: number, at = projectId) => {
  const keys = []
  for (let n = 0; n < count; n++) keys.push(await createKey({ translations }, at))
  return keys
}
const ids = (keys: { id: number }[]) => keys.map(({ id }) => id)

/** All that can be read of a project. */
const snapshot = async (at: number, caller = owner) => ({
  keys: await readKeys(service, caller, at),
  history: await readHistory(service, caller, at),
  types: await service.ok(caller, 'getTypes', { params: { projectId: at } }),
  stats: await service.ok(caller, 'getStats', { params: { projectId: at } }),
  namespaces: await service.ok(caller, 'listNamespaces', { params: { projectId: at } }),
})

for (const route of routes) {
  const body = (keyIds: unknown) => ({ keyIds, ...fields[route] })
  const send = (keyIds: number[]) => run(route, { ...fields[route], keyIds })

  describe(`${route} 200`, () => {
    test('a duplicate counts once, whatever the order, and changes once', async () => {
      const [a, b] = ids(await createKeys(2)) as [number, number]
      const before = [(await history(a)).length, (await history(b)).length]
      const result = await send([b, a, b, b, a])
      assert.deepEqual([result.success, result.processed, result.failed, result.errors], [true, 2, 0, []])
      const changed = async (id: number) => {
        const fresh = (await history(id)).slice(before[id === a ? 0 : 1])
        return fresh.map(({ event, locale }) => `${event} ${locale}`)
      }
      const events = await changed(a)
      assert.ok(events.length > 0)
      assert.equal(new Set(events).size, events.length, events.join())
      assert.deepEqual(await changed(b), events)
      await assertCountsTrue()
    })

    test('one id is enough; 10,000 are taken; those that are no keys are told one by one', async () => {
      const [first, ...keys] = ids(await createKeys(4))
      assert.equal((await send([first ?? 0])).processed, 1)
      const missing = Array.from({ length: 10_000 - keys.length }, (_, n) => absent + n)
      const sent = [...missing.slice(0, 5000), ...keys, ...missing.slice(5000)]
      const result = await send(sent)
      assert.deepEqual([result.success, result.processed, result.failed], [false, 3, 9997])
      assert.deepEqual(new Set(ids(result.errors.map(({ keyId: id }) => ({ id })))), new Set(missing))
      await assertCountsTrue()
    })

    test('keys of other projects, deleted keys and none at all look the same, and nothing of theirs changes', async () => {
      const other = { name: 'Other', sourceLocale: 'de', locales: ['en'] }
      const sibling = await service.ok(owner, 'createProject', { params: { orgId }, body: other })
      const elsewhere = await createScene(service)
      const mine = ids(await createKeys(3))
      const gone = ids(await createKeys(3))
      for (const keyId of gone) await service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
      const siblings = ids(await createKeys(3, sibling.id))
      const strangers = []
      for (const key of ['secret 1', 'secret 2']) {
        const request = { params: { projectId: elsewhere.projectId }, body: { key, translations } }
        strangers.push((await service.ok(elsewhere.owner, 'createKey', request)).id)
      }
      const read = async () => [await snapshot(sibling.id), await snapshot(elsewhere.projectId, elsewhere.owner)]
      const before = await read()
      const lost = [...gone, ...siblings, ...strangers, absent, Number.MAX_SAFE_INTEGER]
      const result = await send([...lost, ...mine])
      assert.deepEqual([result.success, result.processed, result.failed], [false, 3, lost.length])
      const byId = (a: { keyId: number }, b: { keyId: number }) => a.keyId - b.keyId
      assert.deepEqual(
        result.errors.toSorted(byId),
        lost.map((keyId) => ({ keyId, key: null, message: 'Key not found' })).sort(byId),
      )
      assert.deepEqual(await read(), before)
      const told = (await readHistory(service, owner, projectId)).map(({ keyId }) => keyId)
      for (const keyId of [...siblings, ...strangers]) assert.ok(!told.includes(keyId), 'a foreign key in our history')
      await assertCountsTrue()
      await service.ok(owner, 'deleteProject', { params: { projectId: sibling.id } })
    })
  })

  describe(`${route} 401, 403, 404`, () => {
    test('401 without a credential', () => refused(route, body([absent]), 'authenticationRequired', undefined, nobody))

    test('404 for strangers and for no project at all, before a look at the body', async () => {
      await refused(route, {}, 'projectNotFound', undefined, stranger)
      await service.refused(owner, route, { params: { projectId: absent }, body: {} }, 'projectNotFound')
    })

    test('403 for the key of another project', async () => {
      const body = { name: 'B', sourceLocale: 'en' }
      const { id } = await service.ok(owner, 'createProject', { params: { orgId }, body })
      const foreign = await createApiKey(service, owner, id, ['translations:write', 'translations:delete'])
      await refused(route, {}, 'otherProjectsKey', undefined, foreign)
      await service.ok(owner, 'deleteProject', { params: { projectId: id } })
    })
  })

  describe(`${route} 422`, () => {
    test('missing fields, in the order of the contract', async () => {
      const required = ['keyIds', ...Object.keys(fields[route])].filter((name) => !optional.includes(name))
      const whole: Record<string, unknown> = body([absent])
      for (const [at, field] of required.entries()) {
        const sent = Object.fromEntries(required.slice(0, at).map((name) => [name, whole[name]]))
        await refused(route, sent, 'fieldRequired', { field })
        await refused(route, { ...whole, [field]: undefined }, 'fieldRequired', { field })
      }
    })

    test('no ids, more than 10,000, or no list', async () => {
      const many = Array.from({ length: 10_001 }, (_, n) => absent + n)
      for (const keyIds of [[], many, Array(10_001).fill(absent), null, 'x', 5, true, { 0: 1 }]) {
        await refused(route, body(keyIds), 'validationError', { field: 'keyIds' })
      }
    })

    test('an id that is none, by its place; nothing is done', async () => {
      const keys = ids(await createKeys(3))
      const before = await snapshot(projectId)
      for (const wrong of [0, -1, 1.5, '1', null, true, {}, [1], 2 ** 53, 1e300]) {
        await refused(route, body([...keys, wrong, 'x']), 'validationError', { field: 'keyIds.3' })
      }
      await refused(route, body(['x', ...keys]), 'validationError', { field: 'keyIds.0' })
      assert.deepEqual(await snapshot(projectId), before)
    })

    test('a project id that is none', async () => {
      const request = { params: { projectId: 'x' as unknown as number }, body: body([absent]) }
      await service.refused(owner, route, request, 'validationError', { field: 'projectId' })
    })
  })
}

describe('batches and permissions', () => {
  test('each role may what the table of roles says, before a look at the body', async () => {
    for (const role of roleNames as Role[]) {
      const caller = await join(service, owner, orgId, role)
      for (const route of routes) {
        const requiredPermission = permissionOf(route)
        if ((roles[role] as readonly Permission[]).includes(requiredPermission)) {
          assert.equal((await run(route, { ...fields[route], keyIds: [absent] }, caller)).failed, 1, `${role} ${route}`)
        } else await refused(route, {}, 'missingPermission', { requiredPermission }, caller)
      }
    }
  })

  test('each scope of an API key opens what it names', async () => {
    for (const scope of scopeNames as Scope[]) {
      const caller = await createApiKey(service, owner, projectId, [scope])
      for (const route of routes) {
        const requiredPermission = permissionOf(route)
        if ((scopes[scope] as readonly Permission[]).includes(requiredPermission)) {
          assert.equal(
            (await run(route, { ...fields[route], keyIds: [absent] }, caller)).failed,
            1,
            `${scope} ${route}`,
          )
        } else await refused(route, {}, 'missingPermission', { requiredPermission }, caller)
      }
    }
  })
})

describe('batches over the plan limit', () => {
  const setLimit = (keys: number | null) =>
    service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })

  test('all but the delete are refused and do nothing, a clear too; a delete leads out', async () => {
    const keyIds = ids(await createKeys(2))
    const writer = await createApiKey(service, owner, projectId, ['translations:write', 'translations:delete'])
    const { usage } = await service.ok(owner, 'getOrganization', { params: { orgId } })
    await setLimit(usage.keys - 2)
    try {
      const before = await snapshot(projectId)
      for (const route of routes.filter((route) => route !== 'batchDeleteKeys')) {
        for (const caller of [owner, writer]) {
          await refused(route, { ...fields[route], keyIds }, 'readOnly', undefined, caller)
        }
        await refused(route, {}, 'fieldRequired', { field: 'keyIds' })
      }
      assert.deepEqual(await snapshot(projectId), before)
      assert.equal((await run('batchDeleteKeys', { keyIds }, writer)).processed, 2)
      const [key] = before.keys
      await run('batchClearValues', { keyIds: [key?.id ?? 0], localeCodes: ['de'] })
    } finally {
      await setLimit(null)
    }
  })
})
