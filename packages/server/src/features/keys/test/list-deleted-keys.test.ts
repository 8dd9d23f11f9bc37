import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const developer = await join(service, owner, orgId, 'developer')
const german = await join(service, owner, orgId, 'developer', ['de'])
const builder = await createApiKey(service, developer, projectId, ['translations:delete'])
const params = { projectId }

const text = (value: string) => ({ value, status: 'translated' })
const createKey = (key: string, fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key, ...fields } })
const remove = (keyId: number, caller: Caller = owner) =>
  service.ok(caller, 'deleteKey', { params: { projectId, keyId } })
const list = (query: Record<string, unknown> = {}, caller: Caller = owner) =>
  service.ok(caller, 'listDeletedKeys', { params, query })
const names = async (query: Record<string, unknown> = {}) => (await list(query)).data.map(({ key }) => key)

describe('12.14 the trash', () => {
  test('shows what was deleted, when, by whom and with how many values, the newest first', async () => {
    assert.deepEqual(await list(), { data: [], nextCursor: null, hasMore: false })
    const translations = { en: text('Cart'), de: text('Korb'), fr: text('Panier') }
    const cart = await createKey('cart', { namespace: 'shop', translations })
    const bare = await createKey('bare')
    await createKey('living')
    await remove(cart.id, developer)
    const first = service.clock.now().toISOString()
    service.clock.advance(1000)
    await remove(bare.id, builder)
    const second = service.clock.now().toISOString()
    const by = developer.userId
    assert.deepEqual(await list(), {
      data: [
        { id: bare.id, key: 'bare', namespace: 'default', deletedAt: second, deletedBy: by, valueCount: 0 },
        { id: cart.id, key: 'cart', namespace: 'shop', deletedAt: first, deletedBy: by, valueCount: 3 },
      ],
      nextCursor: null,
      hasMore: false,
    })
    assert.deepEqual(await list({}, builder), await list())
  })

  test('counts values of the languages that the project has and the caller may see', async () => {
    const countOf = async (caller: Caller) => (await list({ search: 'cart' }, caller)).data[0]?.valueCount
    assert.equal(await countOf(german), 1)
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'fr' } })
    assert.deepEqual([await countOf(owner), await countOf(german)], [2, 1])
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'fr' } })
    assert.equal(await countOf(owner), 3)
  })

  test('is left by what is restored, and told anew of what is deleted again', async () => {
    const { id } = (await list({ search: 'cart' })).data[0] ?? assert.fail()
    service.clock.advance(1000)
    await service.ok(owner, 'restoreKey', { params: { projectId, keyId: id } })
    assert.deepEqual(await names(), ['bare'])
    await remove(id, owner)
    const [again] = (await list()).data
    assert.deepEqual(
      [again?.key, again?.deletedBy, again?.deletedAt],
      ['cart', owner.userId, service.clock.now().toISOString()],
    )
  })

  test('has keys that went in a batch or with their namespace', async () => {
    const batch = [await createKey('batch 1'), await createKey('batch 2')]
    const { namespaceId } = await createKey('in it', { namespace: 'fallen' })
    service.clock.advance(1000)
    await service.ok(developer, 'batchDeleteKeys', { params, body: { keyIds: batch.map(({ id }) => id) } })
    service.clock.advance(1000)
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId } })
    const found = (await list({ limit: 3 })).data.map(({ key, namespace, deletedBy }) => [key, namespace, deletedBy])
    assert.deepEqual(found, [
      ['in it', 'fallen', owner.userId],
      ['batch 2', 'default', developer.userId],
      ['batch 1', 'default', developer.userId],
    ])
  })

  test('is searched by part of a name, as it is written, whatever the case', async () => {
    for (const key of ['100 %', '1000', 'Übergröße']) await remove((await createKey(key)).id)
    assert.deepEqual(await names({ search: '0 %' }), ['100 %'])
    assert.deepEqual(await names({ search: 'ÜBER' }), ['Übergröße'])
    assert.deepEqual(await names({ search: 'Korb' }), [])
    assert.equal((await names({ search: '' })).length, (await names()).length)
  })

  test('comes in pages of 50, or of 1 to 100', async () => {
    const made = await Promise.all(Array.from({ length: 101 }, (_, n) => createKey(`page ${n}`)))
    await service.ok(owner, 'batchDeleteKeys', { params, body: { keyIds: made.map(({ id }) => id) } })
    const sizes = [await list(), await list({ limit: 1 }), await list({ limit: 100 })].map(({ data }) => data.length)
    assert.deepEqual(sizes, [50, 1, 100])
    for (const limit of [0, 101, 'x'])
      await service.refused(owner, 'listDeletedKeys', { params, query: { limit } }, 'validationError', {
        field: 'limit',
      })
    await service.refused(owner, 'listDeletedKeys', { params, query: { cursor: 'x' } }, 'invalidCursor')
  })
})
