import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { createBatchScene, text } from './scene.ts'

const service = await startService()
const scene = await createBatchScene(service)
const { owner, orgId, projectId, params, run, succeed, refused, createKey, put, readKey, history, paramsOf } = scene

const route = 'batchCopyValues'
const copy = (keyIds: number[], fields: object = {}) => ({
  keyIds,
  fromLocaleCode: 'en',
  toLocaleCode: 'de',
  ...fields,
})
const german = async (keyId: number) => {
  const { value, status } = (await readKey(keyId)).translations['de'] ?? {}
  return value === undefined ? undefined : { value, status }
}
const both = (en: string, de: string) => ({ translations: { en: text(en), de: text(de) } })

describe('batchCopyValues 200', () => {
  test('fills what is missing, empty or cleared, to be reviewed; the source stays as it was', async () => {
    const missing = await createKey({ translations: { en: text('Cart'), fr: text('Panier') } })
    const empty = await createKey({ translations: { en: text('Cart'), de: text('', 'not_translated') } })
    const cleared = await createKey(both('Cart', 'Korb'))
    await succeed('batchClearValues', { keyIds: [cleared.id], localeCodes: ['de'] })
    const keys = [missing, empty, cleared]
    const writer = await createApiKey(service, owner, projectId, ['translations:write'])
    service.clock.advance(1000)
    await succeed(route, copy(keys.map(({ id }) => id)), writer)
    const now = service.clock.now().toISOString()
    for (const { id, translations: before } of keys) {
      const { translations: after } = await readKey(id)
      const { value, status, updatedAt, createdBy } = after['de'] ?? assert.fail()
      assert.deepEqual([value, status, updatedAt, createdBy], ['Cart', 'not_reviewed', now, owner.userId])
      if (before['de'])
        assert.deepEqual([after['de']?.id, after['de']?.createdAt], [before['de'].id, before['de'].createdAt])
      const { reviewedBy, reviewedAt, ...en } = after['en'] ?? assert.fail()
      assert.deepEqual(en, before['en'])
    }
    assert.equal((await readKey(missing.id)).translations['fr']?.value, 'Panier')
    await scene.assertCountsTrue()
  })

  test('without overwriteExisting a target that has a text is left alone, and the key processed', async () => {
    const key = await createKey(both('Cart', 'Korb'))
    const before = [await readKey(key.id), await history(key.id)]
    service.clock.advance(1000)
    for (const fields of [{}, { overwriteExisting: false }]) await succeed(route, copy([key.id], fields))
    assert.deepEqual([await readKey(key.id), await history(key.id)], before)
  })

  test('with overwriteExisting it is replaced under its id', async () => {
    const [full, missing] = [
      await createKey(both('Cart', 'Korb')),
      await createKey({ translations: { en: text('Bag') } }),
    ]
    await succeed(route, copy([full.id, missing.id], { overwriteExisting: true }))
    assert.deepEqual(
      [await german(full.id), await german(missing.id)],
      [text('Cart', 'not_reviewed'), text('Bag', 'not_reviewed')],
    )
    assert.equal((await readKey(full.id)).translations['de']?.id, full.translations['de']?.id)
    await scene.assertCountsTrue()
  })

  test('an empty source copies nothing, with and without overwriting, and the key is processed', async () => {
    const none = await createKey({ translations: { de: text('Korb') } })
    const empty = await createKey(both('', 'Korb'))
    const cleared = await createKey(both('Cart', 'Korb'))
    await succeed('batchClearValues', { keyIds: [cleared.id], localeCodes: ['en'] })
    const bare = await createKey()
    const keyIds = [none, empty, cleared, bare].map(({ id }) => id)
    const before = await Promise.all(keyIds.map(history))
    for (const overwriteExisting of [true, false]) await succeed(route, copy(keyIds, { overwriteExisting }))
    assert.deepEqual(await Promise.all(keyIds.map(history)), before)
    assert.deepEqual(await Promise.all(keyIds.map(german)), [text('Korb'), text('Korb'), text('Korb'), undefined])
  })

  test('one change for each key, told as a single write is told', async () => {
    const keys = [await createKey(both('Cart', 'Korb')), await createKey({ translations: { en: text('Cart') } })]
    await succeed(
      route,
      copy(
        keys.map(({ id }) => id),
        { overwriteExisting: true },
      ),
    )
    const singles = [await createKey(both('Cart', 'Korb')), await createKey({ translations: { en: text('Cart') } })]
    for (const [at, single] of singles.entries()) {
      await put(single.key, 'de', 'Cart')
      const [expected, change] = [(await history(single.id)).at(-1), (await history(keys[at]?.id ?? 0)).at(-1)]
      const { id, key } = keys[at] ?? assert.fail()
      assert.deepEqual({ ...change, id: 0 }, { ...expected, id: 0, keyId: id, key })
      assert.deepEqual(change?.before, at === 0 ? text('Korb') : null)
      assert.deepEqual(change?.after, text('Cart', 'not_reviewed'))
      assert.equal((await history(id)).length, (await history(single.id)).length)
    }
  })

  test('copied onto itself a text stays', async () => {
    const key = await createKey(both('Cart', 'Korb'))
    const before = await history(key.id)
    await succeed(route, copy([key.id], { toLocaleCode: 'EN' }))
    assert.deepEqual(await history(key.id), before)
  })
})

describe('batchCopyValues and the character limit', () => {
  test('counts code points', async () => {
    const key = await createKey({ characterLimit: 3, translations: { en: text('🦜🦜🦜') } })
    await succeed(route, copy([key.id]))
    assert.deepEqual(await german(key.id), text('🦜🦜🦜', 'not_reviewed'))
  })

  test('a longer text fails for its key only, and only where it would be written', async () => {
    const [long, kept, fits] = [
      await createKey(both('🦜🦜🦜', '')),
      await createKey(both('abc', 'Korb')),
      await createKey(both('ab', '')),
    ]
    const keyIds = [long.id, kept.id, fits.id]
    // No route leaves a value over its key's limit; data from elsewhere may hold one.
    await service.db.run(sql`update keys set character_limit = 2 where id = any(${keyIds}::bigint[])`)
    const before = [await history(long.id), await readKey(long.id)]
    const first = await run(route, copy(keyIds))
    assert.deepEqual([first.success, first.processed, first.failed], [false, 2, 1])
    assert.deepEqual([first.errors[0]?.keyId, first.errors[0]?.key], [long.id, long.key])
    assert.ok(first.errors[0]?.message)
    assert.deepEqual([await history(long.id), await readKey(long.id)], before)
    assert.deepEqual([await german(kept.id), await german(fits.id)], [text('Korb'), text('ab', 'not_reviewed')])
    const second = await run(route, copy([...keyIds, 9_000_000_000], { overwriteExisting: true }))
    assert.deepEqual([second.processed, second.failed], [1, 3])
    assert.deepEqual(await german(kept.id), text('Korb'))
  })
})

describe('batchCopyValues into the source locale', () => {
  const toSource = { fromLocaleCode: 'de', toLocaleCode: 'en', overwriteExisting: true }
  const schemas = async (keyId: number) =>
    (await history(keyId)).filter(({ event }) => event === 'schema.updated').length

  test('parameters follow the text; where they stay the same nothing is said', async () => {
    const other = await createKey(both('{count, plural, other {#}}', '{name} und <b>{name}</b>'))
    const fewer = await createKey(both('{a} {b}', 'nichts'))
    const fresh = await createKey({ translations: { de: text('{neu}') } })
    const same = await createKey(both('Hello {name}', 'Hallo {name}'))
    const plain = await createKey(both('Hello', 'Hallo'))
    const keys = [other, fewer, fresh, same, plain]
    const before = await Promise.all(keys.map(({ id }) => schemas(id)))
    await succeed(route, { keyIds: keys.map(({ id }) => id), ...toSource })
    const expected = [['name', 'b'], [], ['neu'], ['name'], []]
    assert.deepEqual(await Promise.all(keys.map(({ id }) => paramsOf(id))), expected)
    const after = await Promise.all(keys.map(({ id }) => schemas(id)))
    assert.deepEqual(
      after.map((count, at) => count - (before[at] ?? 0)),
      [1, 1, 1, 0, 0],
    )
  })

  test('another target leaves them alone', async () => {
    const { id } = await createKey(both('{a}', '{b}'))
    await succeed(route, { keyIds: [id], ...toSource, toLocaleCode: 'fr' })
    assert.deepEqual([await paramsOf(id), await schemas(id)], [['a'], 1])
  })
})

describe('batchCopyValues 400, 403, 422', () => {
  test('400 for a locale that is not on the project, on either side', async () => {
    const { id } = await createKey(both('Cart', 'Korb'))
    for (const code of ['it', 'de-AT', 'no locale', '__proto__']) {
      for (const side of ['fromLocaleCode', 'toLocaleCode'])
        await refused(route, copy([id], { [side]: code }), 'localeNotEnabled')
    }
    assert.equal((await history(id)).length, 3)
  })

  test('403 for a locale the member may not see, on either side: its text does not come out', async () => {
    const restricted = await join(service, owner, orgId, 'translator', ['fr', 'en'])
    const { id } = await createKey({ translations: { de: text('Geheimnis'), en: text('Cart') } })
    const copies: [string, string][] = [
      ['de', 'fr'],
      ['DE', 'fr'],
      ['fr', 'de'],
      ['en', 'de'],
      ['de', 'de'],
    ]
    const absent = await join(service, owner, orgId, 'translator', ['it'])
    await refused(route, copy([id], { fromLocaleCode: 'it', toLocaleCode: 'de' }), 'localeForbidden', undefined, absent)
    for (const [fromLocaleCode, toLocaleCode] of copies) {
      const body = { keyIds: [id], fromLocaleCode, toLocaleCode, overwriteExisting: true }
      await refused(route, body, 'localeForbidden', undefined, restricted)
    }
    const seen = await service.ok(restricted, 'listKeys', { params, query: { search: 'Geheimnis' } })
    assert.deepEqual(seen.data, [])
    await succeed(route, copy([id], { toLocaleCode: 'fr' }), restricted)
    const { value, createdBy } = (await readKey(id)).translations['fr'] ?? {}
    assert.deepEqual([value, createdBy], ['Cart', restricted.userId])
  })

  test('422 for locales that are no text and an overwriteExisting that is no boolean', async () => {
    for (const field of ['fromLocaleCode', 'toLocaleCode']) {
      for (const wrong of [5, null, ['de'], '', 'd\0e'])
        await refused(route, copy([1], { [field]: wrong }), 'validationError', { field })
    }
    for (const overwriteExisting of [null, 'true', 1, 0, []]) {
      await refused(route, copy([1], { overwriteExisting }), 'validationError', { field: 'overwriteExisting' })
    }
  })
})
