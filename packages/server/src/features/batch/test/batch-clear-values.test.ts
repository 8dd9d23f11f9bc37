import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { readKeys } from '../../../../test/recount.ts'
import { createBatchScene, text } from './scene.ts'

const service = await startService()
const scene = await createBatchScene(service)
const { owner, orgId, projectId, params, succeed, refused, createKey, put, readKey, history, paramsOf } = scene

const route = 'batchClearValues'
const translations = { en: text('Cart'), de: text('Korb', 'not_reviewed'), fr: text('Panier') }
const clear = (keyIds: number[], ...localeCodes: string[]) => ({ keyIds, localeCodes })
const cleared = { value: null, status: 'not_translated' }
const valuesOf = async (keyId: number) =>
  Object.fromEntries(
    Object.entries((await readKey(keyId)).translations).map(([code, { value, status }]) => [code, { value, status }]),
  )

describe('batchClearValues 200', () => {
  test('the values become null and not translated under their ids; other locales stay', async () => {
    const keys = [await createKey({ translations }), await createKey({ translations })]
    service.clock.advance(1000)
    await succeed(
      route,
      clear(
        keys.map(({ id }) => id),
        'de',
        'fr',
      ),
    )
    for (const { id, translations: before } of keys) {
      const { translations: after } = await readKey(id)
      for (const code of ['de', 'fr']) {
        const { reviewedBy, reviewedAt, ...value } = after[code] ?? assert.fail()
        assert.deepEqual(value, { ...before[code], ...cleared, updatedAt: service.clock.now().toISOString() })
      }
      const { reviewedBy, reviewedAt, ...en } = after['en'] ?? assert.fail()
      assert.deepEqual(en, before['en'])
    }
    await scene.assertCountsTrue()
  })

  test('an empty text becomes null too; what is not there stays so, and is processed without a word', async () => {
    const empty = await createKey({ translations: { de: text('', 'not_translated') } })
    const missing = await createKey({ translations: { en: text('Cart') } })
    const twice = await createKey({ translations })
    await succeed(route, clear([twice.id], 'de'))
    const before = [await history(missing.id), await history(twice.id), await readKey(twice.id)]
    service.clock.advance(1000)
    await succeed(route, clear([empty.id, missing.id, twice.id], 'de'))
    assert.deepEqual([await history(missing.id), await history(twice.id), await readKey(twice.id)], before)
    assert.deepEqual(await valuesOf(missing.id), { en: text('Cart') })
    assert.deepEqual(await valuesOf(empty.id), { de: cleared })
    assert.equal((await history(empty.id)).length, 3)
  })

  test('one change for each value, with what it was and what it is', async () => {
    const key = await createKey({ namespace: 'deep', translations })
    const writer = await createApiKey(service, owner, projectId, ['translations:write'])
    service.clock.advance(1000)
    await succeed(route, clear([key.id], 'de', 'fr', 'de', 'DE', 'FR'), writer)
    const changes = (await history(key.id)).slice(4)
    const { name } = changes[0]?.actor ?? {}
    assert.deepEqual(
      changes.map(({ id, ...change }) => change).sort((a, b) => ((a.locale ?? '') < (b.locale ?? '') ? -1 : 1)),
      (['de', 'fr'] as const).map((locale) => ({
        at: service.clock.now().toISOString(),
        actor: { type: 'api_key', id: writer.apiKeyId, name },
        event: 'translation.updated',
        keyId: key.id,
        key: key.key,
        namespace: 'deep',
        locale,
        before: translations[locale],
        after: cleared,
      })),
    )
  })

  test('every spelling of a locale means the same, named twice it is cleared once', async () => {
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'zh-Hant-TW' } })
    const { id } = await createKey({ translations: { 'zh-Hant-TW': text('購物車') } })
    await succeed(route, clear([id], 'zh_hant_tw', 'ZH-HANT-TW'))
    assert.deepEqual(await valuesOf(id), { 'zh-Hant-TW': cleared })
    assert.equal((await history(id)).length, 3)
  })

  test('the text is found no more, and the key is among those not translated', async () => {
    const { id } = await createKey({ translations: { ...translations, de: text('Quittengelee') } })
    const found = async (query: object) => (await readKeys(service, owner, projectId, query)).map((key) => key.id)
    assert.deepEqual(await found({ search: 'quittengelee' }), [id])
    assert.ok(!(await found({ statuses: ['not_translated'], localeCodes: ['de'] })).includes(id))
    await succeed(route, clear([id], 'de'))
    assert.deepEqual(await found({ search: 'quittengelee' }), [])
    assert.ok((await found({ statuses: ['not_translated'], localeCodes: ['de'] })).includes(id))
  })

  test('written again, the value is the same one, with what was said about it', async () => {
    const { id, key, translations: before } = await createKey({ translations })
    const translationId = before['de']?.id ?? 0
    const about = { params: { projectId, translationId } }
    await service.ok(owner, 'createComment', { ...about, body: { text: 'Warum?' } })
    await succeed(route, clear([id], 'de'))
    assert.equal((await service.ok(owner, 'listComments', about)).comments.length, 1)
    const written = await put(key, 'de', 'Wagen')
    assert.deepEqual([written.id, written.createdAt], [translationId, before['de']?.createdAt])
    assert.deepEqual((await history(id)).at(-1)?.before, cleared)
  })
})

describe('batchClearValues in the source locale', () => {
  const schemas = async (keyId: number) =>
    (await history(keyId)).filter(({ event }) => event === 'schema.updated').length

  test('a key loses its parameters, and that is said once; a key without any is passed over', async () => {
    const asking = await createKey({ translations: { en: text('{a} <b>{c}</b>'), de: text('{d}') } })
    const plain = await createKey({ translations: { en: text('Cart') } })
    const empty = await createKey()
    const keyIds = [asking.id, plain.id, empty.id]
    assert.deepEqual(await paramsOf(asking.id), ['a', 'b', 'c'])
    await succeed(route, clear(keyIds, 'en'))
    assert.deepEqual(await Promise.all(keyIds.map(paramsOf)), [[], [], []])
    assert.deepEqual(await Promise.all(keyIds.map(schemas)), [2, 0, 0])
    await succeed(route, clear(keyIds, 'en', 'de'))
    assert.deepEqual(await Promise.all(keyIds.map(schemas)), [2, 0, 0])
    await put(asking.key, 'en', 'again {a}')
    assert.deepEqual([await paramsOf(asking.id), await schemas(asking.id)], [['a'], 3])
  })

  test('clearing other locales leaves the parameters alone', async () => {
    const { id } = await createKey({ translations: { en: text('{a}'), de: text('{b}') } })
    await succeed(route, clear([id], 'de', 'fr'))
    assert.deepEqual([await paramsOf(id), await schemas(id)], [['a'], 1])
  })
})

describe('batchClearValues 400, 403', () => {
  test('400 for a locale that is not on the project, among others that are; nothing is cleared', async () => {
    const { id } = await createKey({ translations })
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'it' } })
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'it' } })
    for (const code of ['it', 'nl', 'de-AT', 'no locale', '__proto__']) {
      for (const codes of [[code], ['de', code], [code, 'fr']])
        await refused(route, clear([id], ...codes), 'localeNotEnabled')
    }
    assert.deepEqual(await valuesOf(id), translations)
  })

  test('403 for a locale the member may not see, among others that they may; nothing is cleared', async () => {
    const restricted = await join(service, owner, orgId, 'translator', ['fr'])
    const { id } = await createKey({ translations })
    for (const codes of [['de'], ['DE'], ['fr', 'de'], ['en', 'fr']]) {
      await refused(route, clear([id], ...codes), 'localeForbidden', undefined, restricted)
    }
    assert.deepEqual(await valuesOf(id), translations)
    await succeed(route, clear([id], 'fr'), restricted)
    assert.deepEqual(await valuesOf(id), { ...translations, fr: cleared })
  })

  test('an API key follows the languages of its creator at once', async () => {
    const creator = await join(service, owner, orgId, 'developer')
    const theirs = await createApiKey(service, creator, projectId, ['translations:write'])
    const { id } = await createKey({ translations })
    await succeed(route, clear([id], 'de'), theirs)
    const body = { localeCodes: ['de'] }
    await service.ok(owner, 'updateMember', { params: { orgId, userId: creator.userId }, body })
    await refused(route, clear([id], 'fr'), 'localeForbidden', undefined, theirs)
    assert.deepEqual(await valuesOf(id), { ...translations, de: cleared })
  })
})

describe('batchClearValues 422', () => {
  test('no list of locales, an empty one, or one with something else in it', async () => {
    for (const localeCodes of [null, 'de', 5, {}, []]) {
      await refused(route, { keyIds: [1], localeCodes }, 'validationError', { field: 'localeCodes' })
    }
    for (const wrong of [null, 5, ['de'], '', 'd\0e', '\ud800']) {
      await refused(route, { keyIds: [1], localeCodes: ['de', wrong] }, 'validationError', { field: 'localeCodes.1' })
    }
  })
})
