import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../../db/sql.ts'
import {
  builder,
  changesOf,
  createKey,
  eventsOf,
  lastId,
  owner,
  params,
  patch,
  projectId,
  put,
  read,
  remove,
  revert,
  service,
  text,
} from './revert-scene.ts'

describe('12.17 what is taken back', () => {
  test('a value and its status, as they were before the first of the changes; the revert can be taken back', async () => {
    const key = await createKey({ translations: { de: text('Korb') } })
    const before = await read(key.id)
    const range = await changesOf(async () => {
      await put(key.key, 'Wagen')
      await put(key.key, 'Tasche')
      await put(key.key, 'Panier', 'fr')
    })
    const after = await read(key.id)
    const promised = await revert(range, owner, { dryRun: true })
    assert.deepEqual(promised, { reverted: 2, skipped: [], changes: null })
    assert.deepEqual(await read(key.id), after)
    assert.equal(await lastId(), range.toId, 'a dry run leaves no trace')
    const { changes, ...done } = await revert(range)
    assert.deepEqual(done, { reverted: 2, skipped: [] })
    assert.deepEqual(changes, { fromId: range.toId + 1, toId: range.toId + 2 })
    assert.deepEqual(await eventsOf(changes), ['translation.updated', 'translation.updated'])
    // What was not there is cleared.
    assert.deepEqual(await read(key.id), {
      ...before,
      values: { ...before?.values, fr: { value: null, status: 'not_translated' } },
    })
    assert.deepEqual((await revert(changes)).skipped, [])
    assert.deepEqual(await read(key.id), after)
  })

  test('a single status, and what one change did of several', async () => {
    const key = await createKey({ translations: { de: text('Korb', 'not_reviewed') } })
    const translationId = key.translations['de']?.id ?? 0
    const range = await changesOf(() =>
      service.ok(owner, 'setStatus', { params: { projectId, translationId }, body: { status: 'translated' } }),
    )
    assert.equal((await revert(range)).reverted, 1)
    assert.deepEqual((await read(key.id))?.values, { de: text('Korb', 'not_reviewed') })
  })

  test('names, places and descriptions of a key', async () => {
    const namespace = await service.ok(owner, 'createNamespace', { params, body: { name: 'moved to' } })
    const key = await createKey({ description: 'Old' })
    const before = await read(key.id)
    const range = await changesOf(async () => {
      await patch(key.id, { key: 'another name', description: null, isPlural: true, characterLimit: 5 })
      await patch(key.id, { namespaceId: namespace.id, aiContext: 'Shown small' })
    })
    const after = await read(key.id)
    const { reverted, skipped, changes } = await revert(range)
    assert.deepEqual([reverted, skipped], [1, []])
    assert.deepEqual(await read(key.id), before)
    assert.deepEqual(await eventsOf(changes ?? assert.fail()), ['key.updated'])
    await revert(changes)
    assert.deepEqual(await read(key.id), after)
  })

  test('names that two keys changed with each other', async () => {
    const [one, two] = [await createKey({ key: 'one' }), await createKey({ key: 'two' })]
    const range = await changesOf(async () => {
      await patch(one.id, { key: 'between' })
      await patch(two.id, { key: 'one' })
      await patch(one.id, { key: 'two' })
    })
    assert.deepEqual(await revert(range).then(({ reverted, skipped }) => [reverted, skipped]), [2, []])
    assert.deepEqual([(await read(one.id))?.key, (await read(two.id))?.key], ['one', 'two'])
  })

  test('a move out of a namespace that is called otherwise by now', async () => {
    const [from, to] = [await createKey({ namespace: 'old name' }), await createKey({ namespace: 'target' })]
    const range = await changesOf(() => patch(from.id, { namespaceId: to.namespaceId }))
    const space = { params: { projectId, namespaceId: from.namespaceId } }
    await service.ok(owner, 'updateNamespace', { ...space, body: { name: 'new name' } })
    await createKey({ namespace: 'old name' })
    await revert(range)
    assert.equal((await read(from.id))?.namespace, 'new name')
  })

  test('deletions: keys come back with their values and names, which are told again', async () => {
    const key = await createKey({ translations: { en: text('Hi {name}'), de: text('Hallo {name}') } })
    const before = await read(key.id)
    const range = await changesOf(async () => {
      await put(key.key, 'Servus {name}')
      await patch(key.id, { key: 'renamed before it went' })
      await remove(key.id)
    })
    const { reverted, changes } = await revert(range)
    assert.equal(reverted, 2)
    assert.deepEqual(await read(key.id), before)
    assert.deepEqual(await eventsOf(changes ?? assert.fail()), [
      'key.restored',
      'key.updated',
      'translation.restored',
      'translation.restored',
      'schema.updated',
      'translation.updated',
    ])
    await revert(changes)
    assert.equal(await read(key.id), undefined)
  })

  test('creations: the key goes into the trash, and can be restored from there with its values', async () => {
    let key = { id: 0, key: '' }
    const range = await changesOf(async () => {
      key = await createKey({ translations: { en: text('Cart'), de: text('Korb') } })
    })
    const after = await read(key.id)
    const { reverted, skipped, changes } = await revert(range)
    assert.deepEqual([reverted, skipped], [3, []])
    assert.equal(await read(key.id), undefined)
    assert.deepEqual(await eventsOf(changes ?? assert.fail()), ['key.deleted'])
    await service.ok(owner, 'restoreKey', { params: { projectId, keyId: key.id } })
    assert.deepEqual(await read(key.id), after)
  })

  test('a deleted namespace, as far as keys were in it', async () => {
    const keys = [await createKey({ namespace: 'dropped' }), await createKey({ namespace: 'dropped' })]
    const namespaceId = keys[0]?.namespaceId ?? 0
    const range = await changesOf(() => service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId } }))
    const { reverted, changes } = await revert(range)
    assert.equal(reverted, 2)
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    assert.deepEqual(
      namespaces.find(({ name }) => name === 'dropped'),
      { id: namespaceId, name: 'dropped', isDefault: false, keyCount: 2 },
    )
    assert.deepEqual(await eventsOf(changes ?? assert.fail()), ['namespace.created', 'key.restored', 'key.restored'])
  })

  test('what a source text asks for goes back with it', async () => {
    const key = await createKey({ translations: { en: text('Hi {name}') } })
    const range = await changesOf(() => put(key.key, 'Hi {count, number}', 'en'))
    await revert(range)
    const { keys } = await service.ok(owner, 'getTypes', { params })
    assert.deepEqual(
      keys.find(({ keyId }) => keyId === key.id)?.params.map(({ name }) => name),
      ['name'],
    )
  })

  test('it is told to webhooks as any write', async () => {
    const key = await createKey({ translations: { de: text('Korb') } })
    const body = { name: 'hook', url: 'https://93.184.216.34/hook', events: ['translation.updated' as const] }
    const { id } = await service.ok(owner, 'createWebhook', { params, body })
    const range = await changesOf(() => put(key.key, 'Wagen'))
    await revert(range)
    const told = await service.db.rows<{ value: string }>(sql`
      select d.data::json ->> 'value' as value from deliveries v join delivery_data d on d.id = v.data_id
      where v.webhook_id = ${id} order by v.id`)
    assert.deepEqual(told, [{ value: 'Wagen' }, { value: 'Korb' }])
    await service.ok(owner, 'deleteWebhook', { params: { id } })
  })
})

describe('12.17 answers name their changes', () => {
  const keysOf = async (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => createKey({ translations: { en: text('Cart'), de: text('Korb') } })),
    )
  type Batch = 'batchDeleteKeys' | 'batchSetStatus' | 'batchMoveKeys' | 'batchCopyValues' | 'batchClearValues'
  const batches: [Batch, object][] = [
    ['batchDeleteKeys', {}],
    ['batchSetStatus', { localeCode: 'de', status: 'not_reviewed' }],
    ['batchCopyValues', { fromLocaleCode: 'en', toLocaleCode: 'fr' }],
    ['batchClearValues', { localeCodes: ['de'] }],
  ]
  for (const [route, fields] of batches) {
    test(`${route}: what it did is taken back, and a batch that does nothing names none`, async () => {
      const keys = await keysOf(2)
      const before = await Promise.all(keys.map(({ id }) => read(id)))
      const body = { keyIds: keys.map(({ id }) => id), ...fields } as never
      const { changes } = await service.ok(owner, route, { params, body })
      assert.equal(changes?.toId, await lastId())
      assert.equal((await service.ok(owner, route, { params, body })).changes, null)
      assert.equal((await revert(changes)).reverted, 2)
      const cleared = route === 'batchCopyValues' ? { fr: { value: null, status: 'not_translated' } } : {}
      for (const [at, { id }] of keys.entries())
        assert.deepEqual(await read(id), { ...before[at], values: { ...before[at]?.values, ...cleared } })
    })
  }

  test('batchMoveKeys: keys go back where they were', async () => {
    const [key, other] = [await createKey(), await createKey({ namespace: 'batch target' })]
    const body = { keyIds: [key.id], targetNamespaceId: other.namespaceId }
    const { changes } = await service.ok(owner, 'batchMoveKeys', { params, body })
    assert.equal((await revert(changes)).reverted, 1)
    assert.equal((await read(key.id))?.namespace, 'default')
    assert.equal(
      (await service.ok(owner, 'batchMoveKeys', { params, body: { ...body, keyIds: [999_999] } })).changes,
      null,
    )
  })

  test('a web import: new keys go, values go back; a dry run and an import of nothing name no changes', async () => {
    const known = await createKey({ key: 'web known', translations: { en: text('Old') } })
    const bytes = Buffer.from(JSON.stringify({ 'web known': 'New', 'web new': 'Fresh' }))
    const file = { filename: 'en.json', content: bytes.toString('base64'), size: bytes.length }
    const options = { defaultConflictResolution: 'use_imported' as const }
    const send = async (more: object = {}) => {
      const { validationId } = await service.ok(owner, 'validateImport', { params, body: { files: [file], options } })
      const body = { validationId, fileMappings: [], conflictResolutions: [], options: more }
      return service.ok(owner, 'commitImport', { params, body })
    }
    assert.equal((await send({ dryRun: true })).changes, null)
    const { changes } = await send({ idempotencyKey: 'undone' })
    assert.equal((await send()).changes, null)
    const { reverted, skipped } = await revert(changes)
    assert.deepEqual([reverted, skipped], [3, []])
    assert.deepEqual((await read(known.id))?.values, { en: text('Old') })
    const { count } = await service.ok(owner, 'listKeyIds', { params, query: { search: 'web new' } })
    assert.equal(count, 0)
  })

  test('a command-line import: keys that it removed for good come back, too', async () => {
    const orphan = await createKey({
      key: 'orphan',
      namespace: 'cli',
      translations: { en: text('Gone?'), de: text('Weg?') },
    })
    const before = await read(orphan.id)
    const options = { conflictResolution: 'keep_local' as const, deleteOrphans: true }
    const body = { namespaces: { cli: { en: { 'cli new': 'New' } } }, options }
    const { changes, stats } = await service.ok(builder, 'commitCliImport', { params, body })
    assert.deepEqual([stats.keysCreated, stats.keysDeleted], [1, 1])
    await service.refused(owner, 'restoreKey', { params: { projectId, keyId: orphan.id } }, 'keyNotFound')
    const trash = await service.ok(owner, 'listDeletedKeys', { params, query: { search: 'orphan' } })
    assert.deepEqual(trash.data, [])
    const { reverted, skipped } = await revert(changes, builder)
    assert.deepEqual([reverted, skipped], [3, []])
    assert.deepEqual(await read(orphan.id), before)
    const failing = { ...body, options: { conflictResolution: 'fail' as const } }
    failing.namespaces = { cli: { en: { orphan: 'Other' } } } as never
    assert.equal((await service.ok(builder, 'commitCliImport', { params, body: failing })).changes, null)
  })
})
