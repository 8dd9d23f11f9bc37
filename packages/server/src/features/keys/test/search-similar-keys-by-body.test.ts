import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { longText } from '../../../../test/long-texts.ts'
import { sql } from '../../../db/sql.ts'

const service = await startService()
const { owner, orgId, projectId, createKey } = await scene()
const params = { projectId }

async function scene() {
  const made = await createScene(service)
  const value = (text: string) => ({ value: text, status: 'translated' })
  return {
    ...made,
    createKey: (key: string, en: string, de: string) =>
      service.ok(made.owner, 'createKey', {
        params: { projectId: made.projectId },
        body: { key, translations: { en: value(en), de: value(de) } },
      }),
  }
}

describe('14.13 searchSimilarKeysByBody', () => {
  test('200: what the same search by its address finds, field by field', async () => {
    const { id } = await createKey('cart', 'Add to cart', 'In den Korb')
    await createKey('card', 'Add to card', 'Auf die Karte')
    for (const more of [{}, { limit: 1 }, { minSimilarity: 0.95 }, { excludeKeyId: id }, { excludeKey: 'card' }]) {
      const wanted = { sourceText: 'Add to cart', targetLocale: 'DE', ...more }
      const found = await service.ok(owner, 'searchSimilarKeysByBody', { params, body: wanted })
      assert.deepEqual(found, await service.ok(owner, 'searchSimilarKeys', { params, query: wanted }))
      assert.ok(found.matches.length > 0)
    }
  })

  test('200: texts as long as values may be, of any script', async () => {
    const [long, wide] = [longText(1, 65_536), '🦜購'.repeat(32_768)]
    await createKey('long', long, 'lang')
    await createKey('wide', wide, 'weit')
    for (const [sourceText, key] of [
      [`x${long.slice(1)}`, 'long'],
      [`🦜${wide.slice(3)}`, 'wide'],
    ] as const) {
      const body = { sourceText, targetLocale: 'de', minSimilarity: 0.9 }
      const { matches } = await service.ok(owner, 'searchSimilarKeysByBody', { params, body })
      assert.deepEqual(
        matches.map((match) => [match.key, match.similarity]),
        [[key, 99]],
      )
    }
  })

  test('200: a text that is a single mark over another, thousands of times, holds nobody up', async () => {
    const body = { sourceText: `a${'\u0301\u0316'.repeat(32_000)}`, targetLocale: 'de' }
    assert.deepEqual(await service.ok(owner, 'searchSimilarKeysByBody', { params, body }), { matches: [] })
  })

  test('200 for API keys that may read, and while the organization is read-only', async () => {
    const reader = await createApiKey(service, owner, projectId, ['translations:read'])
    const body = { sourceText: 'Add to cart', targetLocale: 'de' }
    await service.ok(reader, 'searchSimilarKeysByBody', { params, body })
    await createKey('one too many', 'Hello', 'Hallo')
    await service.db.run(sql`update organizations set key_limit = 0 where id = ${orgId}`)
    await service.refused(owner, 'createKey', { params, body: { key: 'x' } }, 'readOnly')
    await service.ok(owner, 'searchSimilarKeysByBody', { params, body })
    await service.db.run(sql`update organizations set key_limit = null where id = ${orgId}`)
  })

  test('422 FIELD_TOO_LONG: a text longer than any value, counted in code points', async () => {
    const body = { sourceText: '🦜'.repeat(65_537), targetLocale: 'de' }
    const field = { field: 'sourceText' }
    await service.refused(owner, 'searchSimilarKeysByBody', { params, body }, 'fieldTooLong', field)
    const longest = { ...body, sourceText: '🦜'.repeat(65_536) }
    await service.ok(owner, 'searchSimilarKeysByBody', { params, body: longest })
  })

  test('refuses what the search by its address refuses', async () => {
    const body = { sourceText: 'a', targetLocale: 'de' }
    const refused = (sent: object, ...how: [Parameters<typeof service.refused>[3], Record<string, unknown>?]) =>
      service.refused(owner, 'searchSimilarKeysByBody', { params, body: sent }, ...how)
    await refused({ targetLocale: 'de' }, 'fieldRequired', { field: 'sourceText' })
    await refused({ sourceText: 'a' }, 'fieldRequired', { field: 'targetLocale' })
    for (const limit of [0, 21, 1.5]) await refused({ ...body, limit }, 'validationError', { field: 'limit' })
    for (const minSimilarity of [-0.1, 1.1]) {
      await refused({ ...body, minSimilarity }, 'validationError', { field: 'minSimilarity' })
    }
    await refused({ ...body, targetLocale: 'it' }, 'localeNotEnabled')
    const french = await join(service, owner, orgId, 'translator', ['fr'])
    await service.refused(french, 'searchSimilarKeysByBody', { params, body }, 'localeForbidden')
    await service.refused(nobody, 'searchSimilarKeysByBody', { params, body }, 'authenticationRequired')
  })
})
