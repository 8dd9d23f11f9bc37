import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { readKeys } from '../../../../test/recount.ts'
import { createBatchScene, text } from './scene.ts'

const service = await startService()
const { owner, orgId, projectId, params, run, succeed, refused, createKey, history, assertCountsTrue } =
  await createBatchScene(service)
const reader = await createApiKey(service, owner, projectId, ['translations:read'])

const route = 'batchDeleteKeys'
const found = async (query: object) => (await readKeys(service, owner, projectId, query)).map(({ id }) => id)

describe('batchDeleteKeys 200', () => {
  test('the keys and their values leave every reading, the others stay', async () => {
    const translations = { en: text('Marmalade'), de: text('Marmelade', 'not_reviewed') }
    const doomed = [await createKey({ translations }), await createKey({ namespace: 'deep', translations })] as const
    const stays = await createKey({ translations })
    const keyIds = doomed.map(({ id }) => id)
    await succeed(route, { keyIds })
    for (const query of [{ search: 'armelad' }, { search: 'MARMALADE' }, { statuses: ['not_reviewed'] }]) {
      assert.deepEqual(await found(query), [stays.id])
    }
    assert.deepEqual((await service.ok(owner, 'listKeyIds', { params, query: { search: 'marmelade' } })).ids, [
      stays.id,
    ])
    for (const { id, key, namespace, translations } of doomed) {
      await service.refused(reader, 'getKey', { params: { namespace, key } }, 'keyNotFound')
      await service.refused(owner, 'getKeyContext', { params: { projectId, keyId: id } }, 'keyNotFound')
      const request = {
        params: { projectId, translationId: translations['de']?.id ?? 0 },
        body: { status: 'translated' },
      }
      await service.refused(owner, 'setStatus', request, 'valueKeyNotFound')
    }
    await assertCountsTrue()
  })

  test('one change for each key, told by the names it had, and none for what failed', async () => {
    const keys = [await createKey(), await createKey({ namespace: 'deep' })]
    const gone = await createKey()
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    const silent = await history(gone.id)
    service.clock.advance(1000)
    const result = await run(route, { keyIds: [...keys, gone].map(({ id }) => id) })
    assert.deepEqual([result.processed, result.failed], [2, 1])
    for (const { id, key, namespace } of keys) {
      const [created, ...changes] = await history(id)
      assert.equal(created?.event, 'key.created')
      assert.deepEqual(
        changes.map((change) => [
          change.event,
          change.key,
          change.namespace,
          change.locale,
          change.at,
          change.actor.id,
        ]),
        [['key.deleted', key, namespace, null, service.clock.now().toISOString(), owner.userId]],
      )
    }
    assert.deepEqual(await history(gone.id), silent)
  })

  test('a second time all fail and nothing changes', async () => {
    const keyIds = [(await createKey()).id, (await createKey()).id]
    await succeed(route, { keyIds })
    const before = await Promise.all(keyIds.map(history))
    const { processed, errors } = await run(route, { keyIds })
    assert.equal(processed, 0)
    assert.deepEqual(
      errors.toSorted((a, b) => a.keyId - b.keyId),
      keyIds.map((keyId) => ({ keyId, key: null, message: 'Key not found' })),
    )
    assert.deepEqual(await Promise.all(keyIds.map(history)), before)
    await assertCountsTrue()
  })

  test('the names are free again, and the keys can be restored with their values', async () => {
    const first = await createKey({ key: 'phoenix', translations: { de: text('Phönix') } })
    const other = await createKey({ translations: { de: text('bleibt') } })
    await succeed(route, { keyIds: [first.id, other.id] })
    const second = await createKey({ key: 'phoenix' })
    assert.notEqual(second.id, first.id)
    assert.deepEqual(second.translations, {})
    const restore = (keyId: number) => ({ params: { projectId, keyId } })
    await service.refused(owner, 'restoreKey', restore(first.id), 'keyNameTaken')
    assert.deepEqual((await service.ok(owner, 'restoreKey', restore(other.id))).translations, other.translations)
    await succeed(route, { keyIds: [second.id] })
    assert.deepEqual((await service.ok(owner, 'restoreKey', restore(first.id))).translations, first.translations)
    await assertCountsTrue()
  })

  test('makes room under the plan limit for as many keys as it deleted', async () => {
    const { usage } = await service.ok(owner, 'getOrganization', { params: { orgId } })
    const keyIds = [(await createKey()).id, (await createKey()).id]
    const limit = usage.keys + 2
    await service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys: limit } } })
    const full = { metric: 'keys', current: limit, limit }
    await service.refused(owner, 'createKey', { params, body: { key: 'one more' } }, 'limitExceeded', full)
    await run(route, { keyIds: [...keyIds, ...keyIds, 9_000_000_000] })
    for (const _ of keyIds) await createKey()
    await service.refused(owner, 'createKey', { params, body: { key: 'one more' } }, 'limitExceeded', full)
    await service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys: null } } })
  })
})

describe('batchDeleteKeys 403', () => {
  test('members restricted to some languages, in person and through their API keys', async () => {
    const restricted = await join(service, owner, orgId, 'developer', ['en', 'de', 'fr'])
    const theirs = await createApiKey(service, restricted, projectId, ['translations:delete'])
    const { id } = await createKey()
    for (const caller of [restricted, theirs]) {
      await refused(route, { keyIds: [id] }, 'restrictedToLocales', undefined, caller)
    }
    assert.equal((await history(id)).length, 1)
    const body = { localeCodes: null }
    await service.ok(owner, 'updateMember', { params: { orgId, userId: restricted.userId }, body })
    await succeed(route, { keyIds: [id] }, theirs)
    const [, deleted] = await history(id)
    assert.deepEqual([deleted?.actor.type, deleted?.actor.id], ['api_key', theirs.apiKeyId])
  })

  test('a translator restricted to a language lacks the permission in the first place', async () => {
    const translator = await join(service, owner, orgId, 'translator', ['fr'])
    const lacking = { requiredPermission: 'translation.delete' }
    await refused(route, { keyIds: [1] }, 'missingPermission', lacking, translator)
  })
})
