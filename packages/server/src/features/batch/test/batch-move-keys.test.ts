import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { createBatchScene, text } from './scene.ts'

const service = await startService()
const { owner, orgId, projectId, params, run, succeed, refused, createKey, readKey, history, assertCountsTrue } =
  await createBatchScene(service)
const reader = await createApiKey(service, owner, projectId, ['translations:read'])

const route = 'batchMoveKeys'
let spaces = 0
const createNamespace = async () =>
  (await service.ok(owner, 'createNamespace', { params, body: { name: `space ${++spaces}` } })) as Space
interface Space {
  id: number
  name: string
}
const within = ({ id, name }: Space) => ({ namespaceId: id, namespace: name })
const into = ({ id }: Space, keys: { id: number }[]) => ({ keyIds: keys.map(({ id }) => id), targetNamespaceId: id })
const place = async (keyId: number) => (await readKey(keyId)).namespaceId
const updates = async (keyId: number) => (await history(keyId)).filter(({ event }) => event === 'key.updated')

describe('batchMoveKeys 200', () => {
  test('the keys keep their ids, values and everything but the namespace', async () => {
    const [a, b, target] = [await createNamespace(), await createNamespace(), await createNamespace()]
    const fields = { description: 'd', characterLimit: 9, translations: { en: text('Cart'), de: text('Korb') } }
    const keys = [await createKey({ ...fields, namespaceId: a.id }), await createKey({ namespaceId: b.id })]
    keys.push(await createKey(fields))
    service.clock.advance(1000)
    await succeed(route, into(target, keys))
    const updatedAt = service.clock.now().toISOString()
    for (const { key, namespace, ...before } of keys) {
      const moved = await service.ok(reader, 'getKey', { params: { namespace: target.name, key } })
      assert.deepEqual(moved, { key, ...before, ...within(target), updatedAt })
      await service.refused(reader, 'getKey', { params: { namespace, key } }, 'keyNotFound')
    }
    const query = { namespaceIds: [target.id] }
    assert.equal((await service.ok(owner, 'listKeyIds', { params, query })).count, 3)
    await assertCountsTrue()
  })

  test('one change for each key, told as a single move is told', async () => {
    const [a, b] = [await createNamespace(), await createNamespace()]
    const keys = [await createKey({ namespaceId: a.id }), await createKey({ namespaceId: a.id })] as const
    await succeed(route, into(b, [...keys]))
    const single = await createKey({ namespaceId: a.id })
    const request = { params: { projectId, keyId: single.id }, body: { namespaceId: b.id } }
    await service.ok(owner, 'updateKey', request)
    const [expected] = await updates(single.id)
    for (const { id, key } of keys) {
      const [change, ...more] = await updates(id)
      assert.deepEqual(more, [])
      assert.deepEqual({ ...change, id: 0 }, { ...expected, keyId: id, key, id: 0 })
      assert.notDeepEqual(change?.before, change?.after)
      assert.ok(JSON.stringify(change?.before).includes(a.name) && JSON.stringify(change?.after).includes(b.name))
    }
  })

  test('a key that is there already is processed, and nothing of it changes', async () => {
    const target = await createNamespace()
    const there = await createKey({ namespaceId: target.id })
    const comes = await createKey()
    service.clock.advance(1000)
    await succeed(route, into(target, [there, comes]))
    assert.equal((await readKey(there.id)).updatedAt, there.updatedAt)
    assert.deepEqual(await updates(there.id), [])
    assert.equal((await updates(comes.id)).length, 1)
  })

  test('restricted translators and API keys may move, too', async () => {
    const target = await createNamespace()
    const translator = await join(service, owner, orgId, 'translator', ['fr'])
    const writer = await createApiKey(service, owner, projectId, ['translations:write'])
    for (const caller of [translator, writer]) await succeed(route, into(target, [await createKey()]), caller)
  })
})

describe('batchMoveKeys onto a taken name', () => {
  test('fails for that key only', async () => {
    const [source, target] = [await createNamespace(), await createNamespace()]
    const taken = await createKey({ namespaceId: target.id })
    const blocked = await createKey({ key: taken.key, namespaceId: source.id, translations: { de: text('bleibt') } })
    const free = await createKey({ namespaceId: source.id })
    const before = await readKey(blocked.id)
    service.clock.advance(1000)
    const result = await run(route, into(target, [blocked, free]))
    assert.deepEqual([result.success, result.processed, result.failed], [false, 1, 1])
    assert.deepEqual([result.errors[0]?.keyId, result.errors[0]?.key], [blocked.id, blocked.key])
    assert.ok(result.errors[0]?.message)
    assert.deepEqual(await readKey(blocked.id), before)
    assert.deepEqual([await place(free.id), await place(taken.id)], [target.id, target.id])
    assert.deepEqual(await updates(blocked.id), [])
    await assertCountsTrue()
  })

  test('of two keys of one name from different namespaces one moves and the other fails', async () => {
    const [a, b, target] = [await createNamespace(), await createNamespace(), await createNamespace()]
    for (const reversed of [false, true]) {
      const first = await createKey({ namespaceId: a.id })
      const twins = [first, await createKey({ key: first.key, namespaceId: b.id })]
      const other = await createKey({ namespaceId: b.id })
      const sent = into(target, [...(reversed ? twins.reverse() : twins), other])
      const result = await run(route, sent)
      assert.deepEqual([result.processed, result.failed], [2, 1])
      const [loser, winner] = twins.sort((x) => (x.id === result.errors[0]?.keyId ? -1 : 1))
      assert.deepEqual([result.errors[0]?.keyId, result.errors[0]?.key], [loser?.id, first.key])
      assert.deepEqual([await place(winner?.id ?? 0), await place(other.id)], [target.id, target.id])
      assert.equal(await place(loser?.id ?? 0), loser?.namespaceId)
      assert.deepEqual([(await updates(winner?.id ?? 0)).length, (await updates(loser?.id ?? 0)).length], [1, 0])
    }
    await assertCountsTrue()
  })

  test('where the name is taken already, both fail, also when the taker is in the batch itself', async () => {
    const [a, b, target] = [await createNamespace(), await createNamespace(), await createNamespace()]
    const taken = await createKey({ namespaceId: target.id })
    const twins = [await createKey({ key: taken.key, namespaceId: a.id })]
    twins.push(await createKey({ key: taken.key, namespaceId: b.id }))
    for (const keys of [twins, [...twins, taken], [taken, ...twins]]) {
      const { errors } = await run(route, into(target, keys))
      assert.deepEqual(
        errors.map(({ keyId }) => keyId).sort((x, y) => x - y),
        twins.map(({ id }) => id),
      )
    }
    assert.deepEqual(await updates(taken.id), [])
  })

  test('the name of a deleted key is free; other spellings of a name are other names', async () => {
    const [source, target] = [await createNamespace(), await createNamespace()]
    const gone = await createKey({ namespaceId: target.id })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    const names = ['Straße', 'straße', 'STRASSE', 'é', 'e\u0301', 'a ', 'a', '__proto__']
    for (const key of names.filter((_, at) => at % 2)) await createKey({ key, namespaceId: target.id })
    const keys = [await createKey({ key: gone.key, namespaceId: source.id })]
    for (const key of names.filter((_, at) => at % 2 === 0)) keys.push(await createKey({ key, namespaceId: source.id }))
    await succeed(route, into(target, keys))
  })

  test('a namespace frees the names that left it, within a series of batches', async () => {
    const [a, b] = [await createNamespace(), await createNamespace()]
    const here = await createKey({ namespaceId: a.id })
    const there = await createKey({ key: here.key, namespaceId: b.id })
    const { defaultNamespaceId: id } = await service.ok(owner, 'getProject', { params })
    await succeed(route, into({ id, name: '' }, [here]))
    await succeed(route, into(a, [there]))
    await succeed(route, into(b, [here]))
    assert.deepEqual([await place(here.id), await place(there.id)], [b.id, a.id])
  })
})

describe('batchMoveKeys 404, 422', () => {
  test('404 for a namespace that is nowhere, deleted, or in another project; nothing moves', async () => {
    const gone = await createNamespace()
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId: gone.id } })
    const sibling = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'B', sourceLocale: 'en' },
    })
    const stranger = await createScene(service)
    const key = await createKey()
    const nowhere = [9_000_000_000, gone.id, sibling.defaultNamespaceId, stranger.project.defaultNamespaceId]
    for (const targetNamespaceId of nowhere) {
      await refused(route, { keyIds: [key.id], targetNamespaceId }, 'namespaceNotFound')
    }
    assert.equal(await place(key.id), key.namespaceId)
    assert.equal((await history(key.id)).length, 1)
  })

  test('422 for a target that is no id', async () => {
    for (const targetNamespaceId of [0, -1, 1.5, '1', null, [1], 2 ** 53, true]) {
      await refused(route, { keyIds: [1], targetNamespaceId }, 'validationError', { field: 'targetNamespaceId' })
    }
  })
})
