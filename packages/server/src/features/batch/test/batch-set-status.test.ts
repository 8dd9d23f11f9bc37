import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Status, statuses } from '@parlance/contract'
import { createApiKey, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { readKeys } from '../../../../test/recount.ts'
import { createBatchScene, text } from './scene.ts'

const service = await startService()
const { owner, orgId, projectId, params, run, succeed, refused, createKey, readKey, history, assertCountsTrue } =
  await createBatchScene(service)

const route = 'batchSetStatus'
const translations = { en: text('Cart', 'not_reviewed'), de: text('Korb', 'not_reviewed') }
const german = (keyId: number, status: Status) => ({ keyIds: [keyId], localeCode: 'de', status })

describe('batchSetStatus 200', () => {
  test('any status follows any other, in that locale alone, and the text stays', async () => {
    for (const from of statuses) {
      for (const to of statuses) {
        const keys = [await createKey({ translations: { ...translations, de: text('Korb', from) } })]
        keys.push(await createKey({ translations: { ...translations, de: text('Korb', from) } }))
        service.clock.advance(1000)
        await succeed(route, { keyIds: keys.map(({ id }) => id), localeCode: 'de', status: to })
        for (const { id, translations: before, updatedAt } of keys) {
          const { translations: after } = await readKey(id)
          const { reviewedBy, reviewedAt, ...de } = after['de'] ?? assert.fail()
          const moved = from === to ? updatedAt : service.clock.now().toISOString()
          assert.deepEqual(de, { ...before['de'], status: to, updatedAt: moved })
          if (from !== to && to === 'translated') assert.deepEqual([reviewedBy, reviewedAt], [owner.userId, moved])
          assert.equal(after['en']?.status, 'not_reviewed')
          assert.equal((await history(id)).length, from === to ? 3 : 4)
        }
      }
    }
    await assertCountsTrue()
  })

  test('history tells it as it tells the status of a single value', async () => {
    const { id, translations: created } = await createKey({ translations })
    await succeed(route, german(id, 'translated'))
    await succeed(route, german(id, 'not_reviewed'))
    const translationId = created['de']?.id ?? 0
    await service.ok(owner, 'setStatus', { params: { projectId, translationId }, body: { status: 'translated' } })
    const [batched, , single] = (await history(id)).slice(-3)
    assert.deepEqual({ ...batched, id: 0 }, { ...single, id: 0 })
    assert.deepEqual([batched?.event, batched?.locale], ['translation.updated', 'de'])
    assert.deepEqual([batched?.before, batched?.after], [text('Korb', 'not_reviewed'), text('Korb', 'translated')])
  })

  test('without a value in the locale nothing can be translated or wait for review, for that key only', async () => {
    const full = await createKey({ translations })
    const empty = await createKey({ translations: { en: translations.en } })
    const cleared = await createKey({ translations })
    await succeed('batchClearValues', { keyIds: [cleared.id], localeCodes: ['de'] })
    const keys = [full, empty, cleared]
    for (const status of ['translated', 'not_reviewed']) {
      const before = await Promise.all([history(empty.id), history(cleared.id)])
      const result = await run(route, { keyIds: keys.map(({ id }) => id), localeCode: 'de', status })
      assert.deepEqual([result.success, result.processed, result.failed], [false, 1, 2])
      const message = 'No value in this locale'
      assert.deepEqual(
        result.errors.toSorted((a, b) => a.keyId - b.keyId),
        [empty, cleared].map(({ id, key }) => ({ keyId: id, key, message })),
      )
      assert.equal((await readKey(full.id)).translations['de']?.status, status)
      assert.deepEqual(await Promise.all([history(empty.id), history(cleared.id)]), before)
    }
    await succeed(route, { keyIds: keys.map(({ id }) => id), localeCode: 'de', status: 'not_translated' })
    assert.deepEqual(Object.keys((await readKey(empty.id)).translations), ['en'])
    assert.equal((await readKey(full.id)).translations['de']?.status, 'not_translated')
    await assertCountsTrue()
  })

  test('absent keys and keys without a value are told apart in one answer', async () => {
    const empty = await createKey()
    const body = { keyIds: [9_000_000_000, empty.id], localeCode: 'fr', status: 'translated' }
    assert.deepEqual(
      (await run(route, body)).errors.toSorted((a, b) => a.keyId - b.keyId),
      [
        { keyId: empty.id, key: empty.key, message: 'No value in this locale' },
        { keyId: 9_000_000_000, key: null, message: 'Key not found' },
      ],
    )
  })

  test('every spelling of the locale will do, and filters follow', async () => {
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'pt-BR' } })
    const { id } = await createKey({ translations: { 'pt-BR': text('Carrinho', 'not_translated') } })
    for (const [localeCode, status] of [
      ['pt_br', 'translated'],
      ['PT-br', 'not_reviewed'],
    ]) {
      await succeed(route, { keyIds: [id], localeCode, status })
      const found = await readKeys(service, owner, projectId, { statuses: [status], localeCodes: ['pt-BR'] })
      assert.deepEqual(
        found.map(({ id }) => id),
        [id],
      )
    }
  })
})

describe('batchSetStatus and the right to review', () => {
  const review = { requiredPermission: 'translation.review' }

  test('translated needs it, the other statuses do not: translators', async () => {
    const translator = await join(service, owner, orgId, 'translator')
    const reviewer = await join(service, owner, orgId, 'reviewer')
    const { id } = await createKey({ translations })
    await refused(route, german(id, 'translated'), 'missingPermission', review, translator)
    assert.equal((await readKey(id)).translations['de']?.status, 'not_reviewed')
    await succeed(route, german(id, 'not_translated'), translator)
    await succeed(route, german(id, 'not_reviewed'), translator)
    await succeed(route, german(id, 'translated'), reviewer)
    assert.equal((await readKey(id)).translations['de']?.reviewedBy, reviewer.userId)
  })

  test('translated needs it, in addition to write: API keys', async () => {
    const edit = { requiredPermission: 'translation.edit' }
    const [kv, kw, both] = await Promise.all([
      createApiKey(service, owner, projectId, ['translations:review']),
      createApiKey(service, owner, projectId, ['translations:write']),
      createApiKey(service, owner, projectId, ['translations:write', 'translations:review']),
    ])
    const { id } = await createKey({ translations })
    for (const status of statuses) await refused(route, german(id, status), 'missingPermission', edit, kv)
    await refused(route, german(id, 'translated'), 'missingPermission', review, kw)
    await succeed(route, german(id, 'not_reviewed'), kw)
    await succeed(route, german(id, 'translated'), both)
  })
})

describe('batchSetStatus 400, 403', () => {
  test('400 for a locale that is not on the project, even when it was or is on another', async () => {
    const { id } = await createKey({ translations })
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'it' } })
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'it' } })
    await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'nl' } })
    for (const localeCode of ['it', 'nl', 'de-AT', 'no locale', '__proto__']) {
      const body = { keyIds: [id], localeCode, status: 'translated' }
      await refused(route, body, 'localeNotEnabled')
    }
    assert.equal((await history(id)).length, 3)
  })

  test('403 for a locale the member may not see, in any spelling; theirs works', async () => {
    const restricted = await join(service, owner, orgId, 'reviewer', ['fr'])
    const { id } = await createKey({ translations: { ...translations, fr: text('Panier', 'not_reviewed') } })
    for (const localeCode of ['de', 'DE', 'en']) {
      const body = { keyIds: [id], localeCode, status: 'translated' }
      await refused(route, body, 'localeForbidden', undefined, restricted)
    }
    await succeed(route, { keyIds: [id], localeCode: 'FR', status: 'translated' }, restricted)
    const after = (await readKey(id)).translations
    assert.deepEqual(
      ['de', 'en', 'fr'].map((code) => after[code]?.status),
      ['not_reviewed', 'not_reviewed', 'translated'],
    )
  })
})

describe('batchSetStatus 422', () => {
  test('a status outside the three, a locale that is no text', async () => {
    const body = { keyIds: [1], localeCode: 'de', status: 'translated' }
    for (const status of ['done', '', 'TRANSLATED', 'constructor', null, 1, ['translated']]) {
      await refused(route, { ...body, status }, 'validationError', { field: 'status' })
    }
    for (const localeCode of [5, null, ['de'], '', 'd\0e', '\ud800']) {
      await refused(route, { ...body, localeCode }, 'validationError', { field: 'localeCode' })
    }
  })
})
