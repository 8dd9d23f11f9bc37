import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { expectedSimilarity } from '../../../../test/expected-similarity.ts'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const french = await join(service, owner, orgId, 'translator', ['fr'])
const englishFrench = await join(service, owner, orgId, 'translator', ['en', 'fr'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])

type Query = Record<string, unknown>
let names = 0
const value = (text: string) => ({ value: text, status: 'translated' })
const createProject = async (sourceLocale = 'en') => {
  const body = { name: 'S', sourceLocale, locales: ['en', 'de', 'fr'] }
  return (await service.ok(owner, 'createProject', { params: { orgId }, body })).id
}
const createKey = (at: number, key: string, en: string | null, de: string | null, fields: object = {}) => {
  const translations = { ...(en === null ? {} : { en: value(en) }), ...(de === null ? {} : { de: value(de) }) }
  return service.ok(owner, 'createKey', { params: { projectId: at }, body: { key, translations, ...fields } })
}
const search = async (at: number, sourceText: string, query: Query = {}, caller: Caller = owner) => {
  const request = { params: { projectId: at }, query: { sourceText, targetLocale: 'de', ...query } }
  return (await service.ok(caller, 'searchSimilarKeys', request)).matches
}
const found = async (at: number, sourceText: string, query: Query = {}) =>
  (await search(at, sourceText, query)).map(({ key, similarity }) => [key, similarity])

describe('searchSimilarKeys 200', () => {
  test('compares with the source texts, returns those of the target, on a scale of 0 to 100', async () => {
    const at = await createProject()
    const { id } = await createKey(at, 'cart', 'Add to cart', 'In den Korb')
    await createKey(at, 'other', 'Something else entirely', 'Etwas anderes')
    const expected = { keyId: id, key: 'cart', sourceText: 'Add to cart', targetText: 'In den Korb' }
    assert.deepEqual(await search(at, 'Add to cart'), [{ ...expected, similarity: 100 }])
    assert.deepEqual(await search(at, 'Add to card'), [{ ...expected, similarity: 91 }])
    assert.deepEqual(await search(at, 'In den Korb'), [], 'the target is not what is compared')
  })

  test('the source is that of the project, whichever language it is', async () => {
    const at = await createProject('de')
    await createKey(at, 'k', 'Cart', 'Korb')
    assert.deepEqual((await search(at, 'Korb', { targetLocale: 'en' }))[0]?.targetText, 'Cart')
    assert.deepEqual(await search(at, 'Cart', { targetLocale: 'en' }), [])
  })

  test('the best come first, five of them unless up to twenty are asked for', async () => {
    const at = await createProject()
    const text = 'x'.repeat(40)
    for (let n = 0; n < 22; n++) {
      await createKey(at, `key ${n}`, 'y'.repeat(n % 20) + text.slice(n % 20), `Text ${n}`)
    }
    const scores = async (query: Query) => (await search(at, text, query)).map(({ similarity }) => similarity)
    const all = Array.from({ length: 22 }, (_, n) => Math.min(n % 20 ? 99 : 100, Math.round(100 - (n % 20) * 2.5)))
    const best = all.sort((a, b) => b - a)
    assert.deepEqual(await scores({}), best.slice(0, 5))
    assert.deepEqual(await scores({ limit: 1 }), [100])
    assert.deepEqual(await scores({ limit: 20, minSimilarity: 0 }), best.slice(0, 20))
  })

  test('a text that is more alike by one hundredth is preferred, wherever it comes', async () => {
    const at = await createProject()
    for (const n of [80, 81, 80, 82, 81, 83])
      await createKey(at, `${++names}`, 'x'.repeat(n) + 'y'.repeat(100 - n), 'Z')
    const best = async (limit: number) =>
      (await found(at, 'x'.repeat(100), { limit })).map(([, similarity]) => similarity)
    assert.deepEqual([await best(1), await best(2), await best(4)], [[83], [83, 82], [83, 82, 81, 81]])
  })

  test('nothing under half alike, unless minSimilarity says otherwise', async () => {
    const at = await createProject()
    for (const n of [0, 49, 50, 51, 100]) await createKey(at, `${n}`, 'x'.repeat(n) + 'y'.repeat(100 - n), 'Z')
    const keys = async (query: Query) => (await found(at, 'x'.repeat(100), query)).map(([key]) => key)
    assert.deepEqual(await keys({}), ['100', '51', '50'])
    assert.deepEqual(await keys({ minSimilarity: 0.51 }), ['100', '51'])
    assert.deepEqual(await keys({ minSimilarity: 1 }), ['100'])
    assert.deepEqual(await keys({ minSimilarity: 0 }), ['100', '51', '50', '49', '0'])
  })

  test('minSimilarity is met by the similarity that is shown, at every hundredth', async () => {
    const at = await createProject()
    // 0.07 × 100 and 0.55 × 100 are over, 0.29 × 100 and 0.57 × 100 are under the integer in floating point.
    const percents = [5, 7, 14, 28, 29, 35, 55, 56, 57, 58, 70, 95]
    await Promise.all(percents.map((n) => createKey(at, `${n}`, 'x'.repeat(n) + 'y'.repeat(100 - n), 'Z')))
    for (const [index, n] of percents.entries()) {
      const matches = await found(at, 'x'.repeat(100), { minSimilarity: n / 100, limit: 20 })
      const expected = percents.slice(index).reverse()
      assert.deepEqual(
        matches,
        expected.map((n) => [`${n}`, n]),
      )
    }
    await createKey(at, 'rounded', 'x'.repeat(50) + 'z'.repeat(51), 'Z')
    const rounded = await found(at, 'x'.repeat(50) + 'w'.repeat(51), { minSimilarity: 0.5, limit: 20 })
    assert.deepEqual(
      rounded.filter(([key]) => key === 'rounded'),
      [['rounded', 50]],
      '49.5 is shown as 50',
    )
  })

  test('a key without a text in the target is not returned', async () => {
    const at = await createProject()
    await createKey(at, 'without', 'Hello', null)
    const { id } = await createKey(at, 'cleared', 'Hello', 'Hallo')
    const body = { keyIds: [id], localeCodes: ['de'] }
    await service.ok(owner, 'batchClearValues', { params: { projectId: at }, body })
    await createKey(at, 'no source', null, 'Hallo')
    assert.deepEqual(await found(at, 'Hello', { minSimilarity: 0 }), [])
  })

  test('neither deleted keys nor those of other projects', async () => {
    const [at, elsewhere] = [await createProject(), await createProject()]
    const { id } = await createKey(at, 'gone', 'Hello', 'Hallo')
    await createKey(elsewhere, 'foreign', 'Hello', 'Hallo')
    await service.ok(owner, 'deleteKey', { params: { projectId: at, keyId: id } })
    assert.deepEqual(await found(at, 'Hello'), [])
  })

  test('excludeKeyId, excludeKey, and excludeKey in one namespace leave out just those', async () => {
    const at = await createProject()
    const { id } = await createKey(at, 'a', 'Hello', 'Hallo')
    const side = await createKey(at, 'a', 'Hello', 'Hallo', { namespace: 'side' })
    const b = await createKey(at, 'b', 'Hello', 'Hallo', { namespace: 'side' })
    const ids = async (query: Query) =>
      (await search(at, 'Hello', query)).map(({ keyId }) => keyId).sort((x, y) => x - y)
    assert.deepEqual(await ids({}), [id, side.id, b.id])
    assert.deepEqual(await ids({ excludeKeyId: id }), [side.id, b.id])
    assert.deepEqual(await ids({ excludeKeyId: 999_999 }), [id, side.id, b.id])
    assert.deepEqual(await ids({ excludeKey: 'a' }), [b.id])
    assert.deepEqual(await ids({ excludeKey: 'a', excludeNamespace: 'side' }), [id, b.id])
    assert.deepEqual(await ids({ excludeKey: 'A' }), [id, side.id, b.id])
    assert.deepEqual(await ids({ excludeNamespace: 'side' }), [id, side.id, b.id], 'it only narrows excludeKey')
  })

  test('texts are compared in NFC, with white space folded', async () => {
    const at = await createProject()
    await createKey(at, 'k', '  Caf\u0065\u0301 \n\t au lait ', 'Milchkaffee')
    assert.deepEqual(await found(at, 'Café au lait'), [['k', 100]])
    const [match] = await search(at, 'Café au lait')
    assert.equal(match?.sourceText, '  Caf\u0065\u0301 \n\t au lait ', 'the text is shown as it is stored')
  })

  test('no match is missing and every score is true, as a comparison with each text says', async () => {
    const at = await createProject()
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', ' ', '🦜'), minLength: 1, maxLength: 40 })
    const stored = fc.sample(text, { numRuns: 40, seed: 11 })
    await Promise.all(stored.map((source, n) => createKey(at, `${n}`, source, 'Z')))
    const percents = fc.integer({ min: 0, max: 100 })
    await fc.assert(
      fc.asyncProperty(text, percents, fc.integer({ min: 1, max: 20 }), async (needle, percent, limit) => {
        const matches = await found(at, needle, { limit, minSimilarity: percent / 100 })
        const scores = new Map(stored.map((source, n) => [`${n}`, expectedSimilarity(source, needle)]))
        for (const [key, similarity] of matches) assert.equal(similarity, scores.get(`${key}`))
        const best = [...scores.values()].filter((score) => score >= percent).sort((a, b) => b - a)
        const shown = matches.map(([, similarity]) => similarity)
        assert.deepEqual(shown, best.slice(0, limit))
      }),
      { numRuns: 60 },
    )
  })

  test('long texts are compared too', async () => {
    const at = await createProject()
    const long = 'abcdefghij'.repeat(300)
    await createKey(at, 'long', long, 'Z')
    assert.deepEqual(await found(at, `${long}k`), [['long', 99]])
    assert.deepEqual(await found(at, `x${long.slice(30)}`), [['long', 99]])
  })
})

describe('searchSimilarKeys by those restricted to some languages', () => {
  const marker = 'Top secret source'

  test('a target they may see is searched, one they may not is 403, in any spelling', async () => {
    const at = await createProject()
    const translations = { en: value('Hello'), de: value('Hallo'), fr: value('Bonjour') }
    await service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: 'k', translations } })
    const [match] = await search(at, 'Hello', { targetLocale: 'FR' }, englishFrench)
    assert.equal(match?.targetText, 'Bonjour')
    for (const targetLocale of ['de', 'DE']) {
      const request = { params: { projectId: at }, query: { sourceText: 'Hello', targetLocale } }
      await service.refused(englishFrench, 'searchSimilarKeys', request, 'localeForbidden')
    }
  })

  test('who may not see the source language learns nothing of its texts', async () => {
    const at = await createProject()
    const translations = { en: value(marker), fr: value('Bonjour') }
    await service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: 'k', translations } })
    for (const sourceText of [marker, 'Top secret', 'Bonjour']) {
      const query = { sourceText, targetLocale: 'fr', minSimilarity: 0 }
      await service.refused(french, 'searchSimilarKeys', { params: { projectId: at }, query }, 'localeForbidden')
    }
  })
})

describe('searchSimilarKeys refusals', () => {
  const params = { projectId }
  const query = { sourceText: 'a', targetLocale: 'de' }

  test('401, 403 and 404 by who asks', async () => {
    await service.refused(nobody, 'searchSimilarKeys', { params, query }, 'authenticationRequired')
    const view = { requiredPermission: 'translation.view' }
    await service.refused(writer, 'searchSimilarKeys', { params, query }, 'missingPermission', view)
    assert.deepEqual(await search(projectId, 'a', {}, reader), [])
    const elsewhere = { params: { projectId: await createProject() }, query }
    await service.refused(reader, 'searchSimilarKeys', elsewhere, 'otherProjectsKey')
    await service.refused(stranger, 'searchSimilarKeys', { params, query }, 'projectNotFound')
  })

  test('422 FIELD_REQUIRED without a text or a target', async () => {
    for (const [field, rest] of [
      ['sourceText', { targetLocale: 'de' }],
      ['targetLocale', { sourceText: 'a' }],
      ['sourceText', {}],
    ] as [string, Query][]) {
      await service.refused(owner, 'searchSimilarKeys', { params, query: rest }, 'fieldRequired', { field })
    }
  })

  test('422 for what is out of range', async () => {
    const wrong: Query = {
      limit: ['0', '21', '1.5', 'x'],
      minSimilarity: ['-0.1', '1.1', '50', 'x'],
      excludeKeyId: ['0', 'x'],
    }
    for (const [field, values] of Object.entries(wrong)) {
      for (const bad of values as string[]) {
        const request = { params, query: { ...query, [field]: bad } }
        await service.refused(owner, 'searchSimilarKeys', request, 'validationError', { field })
      }
    }
    const target = (targetLocale: string) => ({ params, query: { ...query, targetLocale } })
    const field = { field: 'targetLocale' }
    await service.refused(owner, 'searchSimilarKeys', target('x'.repeat(51)), 'fieldTooLong', field)
    await service.refused(owner, 'searchSimilarKeys', target(''), 'validationError', field)
  })

  test('400 LOCALE_NOT_ENABLED for a target that the project lacks, of up to 50 characters', async () => {
    for (const targetLocale of ['it', 'x', 'x'.repeat(50)]) {
      const request = { params, query: { ...query, targetLocale } }
      await service.refused(owner, 'searchSimilarKeys', request, 'localeNotEnabled')
    }
  })
})
