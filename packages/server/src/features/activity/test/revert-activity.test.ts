import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Scope, Situation } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const SCOPES: Scope[] = ['translations:read', 'translations:write', 'translations:delete']
const builder = await createApiKey(service, owner, projectId, SCOPES)
const translator = await join(service, owner, orgId, 'translator')

interface Range {
  fromId: number
  toId: number
}

let made = 0
const text = (value: string, status = 'translated') => ({ value, status })
const createKey = (fields: object = {}, caller: Caller = owner) =>
  service.ok(caller, 'createKey', { params, body: { key: `key ${++made}`, ...fields } })
const put = (key: string, value: string, locale = 'de', caller: Caller = owner) =>
  service.ok(caller, 'putValue', { params: { projectId, key }, body: { locale, value } })
const patch = (keyId: number, body: object) => service.ok(owner, 'updateKey', { params: { projectId, keyId }, body })
const remove = (keyId: number) => service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
const revert = (range: Range | null, caller: Caller = owner, fields: object = {}) =>
  service.ok(caller, 'revertActivity', { params, body: { ...(range ?? assert.fail('no changes')), ...fields } })
const refused = (range: Range, situation: Situation, meta?: Record<string, unknown>, caller: Caller = owner) =>
  service.refused(caller, 'revertActivity', { params, body: range }, situation, meta)

const lastId = async () =>
  (await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })).activity[0]?.id ?? 0
/** The changes that `work` makes. */
async function changesOf(work: () => Promise<unknown>): Promise<Range> {
  const fromId = (await lastId()) + 1
  await work()
  return { fromId, toId: await lastId() }
}
const eventsOf = async ({ fromId, toId }: Range) => {
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 100 } })
  return activity
    .filter(({ id }) => id >= fromId && id <= toId)
    .map(({ event }) => event)
    .reverse()
}

/** A living key as the list tells it, without times; undefined for one that is in the trash. */
async function read(keyId: number) {
  const { data } = await service.ok(owner, 'listKeys', {
    params,
    query: { limit: 100, sortBy: 'createdAt', sortOrder: 'desc' },
  })
  const found = data.find(({ id }) => id === keyId)
  if (!found) return undefined
  const { key, namespace, description, isPlural, characterLimit, translations } = found
  const values = Object.entries(translations).map(([code, { value, status }]) => [code, { value, status }])
  return { key, namespace, description, isPlural, characterLimit, values: Object.fromEntries(values) }
}
const left = (key: { id: number; key: string }, locale: string | null, reason: string) => ({
  keyId: key.id,
  key: key.key,
  locale,
  reason,
})

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

describe('12.17 what is left alone is listed', () => {
  test('changed_since: values and fields that newer changes stand on, each by itself', async () => {
    const keys = [
      await createKey({ translations: { de: text('A') } }),
      await createKey({ translations: { de: text('B') } }),
    ]
    const [one, two] = keys as [(typeof keys)[0], (typeof keys)[0]]
    const range = await changesOf(async () => {
      await service.ok(owner, 'batchClearValues', { params, body: { keyIds: [one.id, two.id], localeCodes: ['de'] } })
      await patch(one.id, { key: 'renamed in between', description: 'Mine' })
    })
    await put(two.key, 'Newer')
    await patch(one.id, { description: 'Newer' })
    const { reverted, skipped } = await revert(range)
    assert.deepEqual(
      [reverted, skipped],
      [2, [{ ...left(one, null, 'changed_since'), key: 'renamed in between' }, left(two, 'de', 'changed_since')]],
    )
    const { key, description, values } = (await read(one.id)) ?? {}
    assert.deepEqual([key, description, values], [one.key, 'Newer', { de: text('A') }])
    assert.equal((await read(two.id))?.values['de']?.value, 'Newer')
  })

  test('changed_since: a new key that somebody has worked on since stays, with the values that came with it', async () => {
    let key = { id: 0, key: '' }
    const range = await changesOf(async () => {
      key = await createKey({ translations: { en: text('Cart') } })
      key = await patch(key.id, { key: 'new under another name' })
    })
    await put(key.key, 'Korb')
    const { reverted, skipped, changes } = await revert(range)
    const entries = [left(key, null, 'changed_since'), left(key, 'en', 'changed_since')]
    assert.deepEqual([reverted, skipped, changes], [0, entries, null])
  })

  test('changed_since: values of a key that is in the trash by now, and a text over a newer limit', async () => {
    const [gone, short] = [await createKey(), await createKey({ translations: { de: text('lang genug') } })]
    const range = await changesOf(async () => {
      await put(gone.key, 'Weg')
      await put(short.key, 'kurz')
    })
    await remove(gone.id)
    await patch(short.id, { characterLimit: 4 })
    const { reverted, skipped } = await revert(range)
    assert.deepEqual([reverted, skipped], [0, [left(gone, 'de', 'changed_since'), left(short, 'de', 'changed_since')]])
  })

  test('name_taken: a key does not come back where its name lives again, nor back to a name that is taken', async () => {
    const [gone, renamed] = [await createKey({ key: 'wanted' }), await createKey({ key: 'given up' })]
    const range = await changesOf(async () => {
      await remove(gone.id)
      await patch(renamed.id, { key: 'taken instead', description: 'Told' })
    })
    await createKey({ key: 'wanted' })
    await createKey({ key: 'given up' })
    const { reverted, skipped } = await revert(range)
    assert.deepEqual(
      [reverted, skipped],
      [1, [left(gone, null, 'name_taken'), { ...left(renamed, null, 'name_taken'), key: 'taken instead' }]],
    )
    assert.equal(await read(gone.id), undefined)
    assert.equal((await read(renamed.id))?.description, null)
  })

  test('locale_removed: values in a language that is not on the project', async () => {
    const key = await createKey()
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'it' } })
    const range = await changesOf(() => put(key.key, 'Carrello', 'it'))
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'it' } })
    assert.deepEqual(await revert(range), { reverted: 0, skipped: [left(key, 'it', 'locale_removed')], changes: null })
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'it' } })
    assert.equal((await revert(range)).reverted, 1)
  })

  test('not_visible: of hidden languages the key alone is told, once, and nothing of them is touched', async () => {
    const restricted = await join(service, owner, orgId, 'developer', ['de'])
    const key = await createKey()
    let fresh = { id: 0, key: '' }
    const range = await changesOf(async () => {
      await put(key.key, 'Korb')
      await put(key.key, 'Panier', 'fr')
      await put(key.key, 'Cart', 'en')
      fresh = await createKey({ translations: { de: text('Neu') } })
    })
    const { reverted, skipped } = await revert(range, restricted)
    // Keys touch all languages: who does not see all of them neither removes keys nor brings them back.
    assert.deepEqual([reverted, skipped], [2, [left(key, null, 'not_visible'), left(fresh, null, 'not_visible')]])
    const { en, de, fr } = (await read(key.id))?.values ?? {}
    assert.deepEqual([en?.value, de?.value, fr?.value], ['Cart', null, 'Panier'])
    assert.ok(await read(fresh.id))
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: restricted.userId } })
  })

  test('not_visible: who does not see all languages makes no limit smaller', async () => {
    const restricted = await join(service, owner, orgId, 'developer', ['de'])
    const key = await createKey({ characterLimit: 3 })
    const range = await changesOf(() => patch(key.id, { characterLimit: 9 }))
    assert.deepEqual((await revert(range, restricted)).skipped, [left(key, null, 'not_visible')])
    assert.equal((await revert(range)).reverted, 1)
    assert.equal((await read(key.id))?.characterLimit, 3)
  })
})

describe('12.17 who may', () => {
  test('one takes back what one has done oneself; what others have done, who manages the project', async () => {
    const key = await createKey({ translations: { de: text('Korb') } })
    const mine = await changesOf(() => put(key.key, 'Wagen', 'de', translator))
    const others = await changesOf(() => put(key.key, 'Tasche'))
    const manage = { requiredPermission: 'project.manage' }
    await refused(others, 'missingPermission', manage, translator)
    await refused({ fromId: mine.fromId, toId: others.toId }, 'missingPermission', manage, translator)
    await refused(mine, 'missingPermission', manage, builder)
    await revert(others)
    assert.deepEqual((await revert(mine, translator)).skipped, [left(key, 'de', 'changed_since')])
    const again = await changesOf(() => put(key.key, 'Beutel', 'de', translator))
    assert.equal((await revert(again, translator)).reverted, 1)
    const developer = await join(service, owner, orgId, 'developer')
    const theirs = await changesOf(() => put(key.key, 'Sack', 'de', translator))
    assert.equal((await revert(theirs, developer)).reverted, 1)
  })

  test('an API key takes back its own changes, and not those of its creator', async () => {
    const key = await createKey({ translations: { de: text('Korb') } })
    const mine = await changesOf(() => put(key.key, 'Wagen', 'de', builder))
    assert.equal((await revert(mine, builder)).reverted, 1)
    const creators = await changesOf(() => put(key.key, 'Tasche'))
    await refused(creators, 'missingPermission', { requiredPermission: 'project.manage' }, builder)
  })

  test('where keys come back or go translation.delete is asked for, and nothing is done without it', async () => {
    let key = { id: 0, key: '' }
    const range = await changesOf(async () => {
      key = await createKey({ translations: { de: text('Korb') } }, translator)
    })
    const needed = { requiredPermission: 'translation.delete' }
    await refused(range, 'missingPermission', needed, translator)
    await service.refused(
      translator,
      'revertActivity',
      { params, body: { ...range, dryRun: true } },
      'missingPermission',
      needed,
    )
    assert.ok(await read(key.id))
    assert.equal(await lastId(), range.toId)
  })

  test('401 without a credential, 403 for who may only look, 404 for strangers', async () => {
    const body = { fromId: 1, toId: 1 }
    await service.refused(nobody, 'revertActivity', { params, body }, 'authenticationRequired')
    await service.refused(await register(service), 'revertActivity', { params, body }, 'projectNotFound')
    const viewer = await join(service, owner, orgId, 'viewer')
    const needed = { requiredPermission: 'translation.edit' }
    await service.refused(viewer, 'revertActivity', { params, body }, 'missingPermission', needed)
  })
})

describe('12.17 what is refused', () => {
  const invalid = (body: object, field: string, situation: Situation = 'validationError') =>
    service.refused(owner, 'revertActivity', { params, body: body as Range }, situation, { field })

  test('422: ids that do not exist, or in the wrong order', async () => {
    const last = await lastId()
    await invalid({ fromId: last + 1, toId: last + 1 }, 'fromId')
    await invalid({ fromId: 1, toId: last + 1 }, 'toId')
    await invalid({ fromId: 2, toId: 1 }, 'toId')
    for (const wrong of [0, -1, 1.5, '1', null]) await invalid({ fromId: wrong, toId: 1 }, 'fromId')
    await invalid({ toId: 1 }, 'fromId', 'fieldRequired')
    await invalid({ fromId: 1 }, 'toId', 'fieldRequired')
    await invalid({ fromId: 1, toId: 1, dryRun: 'yes' }, 'dryRun')
  })

  test('422: more than 100,000 changes', async () => {
    const scene = await createScene(service)
    const there = { projectId: scene.projectId }
    await service.ok(scene.owner, 'createKey', { params: there, body: { key: 'only one' } })
    await service.db.run(sql`update project_counters set seq = 100001 where project_id = ${scene.projectId}`)
    const request = (fromId: number) => ({ params: there, body: { fromId, toId: 100_001, dryRun: true } })
    await service.refused(scene.owner, 'revertActivity', request(1), 'validationError', { field: 'toId' })
    assert.equal((await service.ok(scene.owner, 'revertActivity', request(2))).reverted, 0)
  })

  test('403: keys that the plan has no room for, and everything while nothing can be written', async () => {
    // Limits are set by the instance administrator, who is the first of all.
    const key = await createKey()
    const range = await changesOf(() => remove(key.id))
    const { usage } = await service.ok(owner, 'getOrganization', { params: { orgId } })
    const limit = (keys: number | null) =>
      service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
    await limit(usage.keys)
    await refused(range, 'limitExceeded', { metric: 'keys', current: usage.keys, limit: usage.keys })
    await limit(usage.keys - 1)
    await refused(range, 'readOnly')
    await limit(null)
    assert.equal((await revert(range)).reverted, 1)
  })
})
