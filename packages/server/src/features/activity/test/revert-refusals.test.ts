import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { createScene, join, register } from '../../../../test/factories.ts'
import { nobody } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import {
  builder,
  changesOf,
  createKey,
  lastId,
  left,
  orgId,
  owner,
  params,
  patch,
  projectId,
  put,
  type Range,
  read,
  refused,
  remove,
  revert,
  service,
  text,
  translator,
} from './revert-scene.ts'

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
