import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { projectsOf, type Query } from './key-scene.ts'

const service = await startService()
const { owner, orgId } = await createScene(service)
const ada = await join(service, owner, orgId, 'translator')
const german = await join(service, owner, orgId, 'translator', ['de'])
const both = await join(service, owner, orgId, 'translator', ['en', 'de'])
const blind = await join(service, owner, orgId, 'viewer', [])

const HOUR = 3_600_000
const text = (value: string, status = 'translated') => ({ value, status })

const project = projectsOf(service, owner, orgId)

describe('12.3 keyIds', () => {
  test('12.3 finds those keys, in the order of the list; what is no living key of the project is left out', async () => {
    const elsewhere = await project({ key: 'a' })
    const { find, ids, keyId, params } = await project({ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'gone' })
    await service.ok(owner, 'deleteKey', { params: { ...params, keyId: keyId('gone') } })
    assert.deepEqual(await find({ keyIds: [keyId('c'), keyId('a'), keyId('c')] }), ['a', 'c'])
    assert.deepEqual(await find({ keyIds: `${keyId('b')},${keyId('gone')}`, sortOrder: 'desc' }), ['b'])
    assert.deepEqual(await find({ keyIds: [elsewhere.keyId('a'), 999_999, 2 ** 53 - 1] }), [])
    assert.deepEqual(await find({ keyIds: [...ids.values()], search: 'b' }), ['b'])
    assert.deepEqual(await find({ keyIds: [...ids.values()], statuses: 'translated' }), [])
    const hundred = [...ids.values(), ...Array.from({ length: 96 }, (_, n) => 1_000_000 + n)]
    assert.deepEqual(await find({ keyIds: hundred }), ['a', 'b', 'c'])
    assert.deepEqual(await find({ keyIds: hundred }, blind), ['a', 'b', 'c'])
  })
})

describe('12.4 searchIn', () => {
  test('12.4 looks where it is told to, and in names and values if it is not', async () => {
    const { find } = await project(
      { key: 'a.Needle' },
      { key: 'b', translations: { de: text('A needle in hay') } },
      { key: 'c', description: 'Where the NEEDLE is' },
      { key: 'd', description: 'hay', translations: { fr: text('foin') } },
    )
    for (const search of ['needle', 'ne']) {
      assert.deepEqual(await find({ search }), ['a.Needle', 'b'])
      assert.deepEqual(await find({ search, searchIn: [] }), ['a.Needle', 'b'])
      assert.deepEqual(await find({ search, searchIn: 'key' }), ['a.Needle'])
      assert.deepEqual(await find({ search, searchIn: 'value' }), ['b'])
      assert.deepEqual(await find({ search, searchIn: 'description' }), ['c'])
      assert.deepEqual(await find({ search, searchIn: ['description', 'key'] }), ['a.Needle', 'c'])
      assert.deepEqual(await find({ search, searchIn: 'value,key,description,key' }), ['a.Needle', 'b', 'c'])
      assert.deepEqual(await find({ search, searchIn: 'value' }, both), ['b'])
      assert.deepEqual(await find({ search, searchIn: 'value,description' }, blind), ['c'])
    }
    assert.deepEqual(
      await find({ searchIn: 'description' }),
      ['a.Needle', 'b', 'c', 'd'],
      'without a search: no filter',
    )
    assert.deepEqual(await find({ search: '_', searchIn: 'description' }), [], 'as it is, not as a pattern')
  })
})

describe('12.4 when and by whom values were written', () => {
  test('12.4 updatedSince is from that time on, updatedUntil before it, and both are about the same value', async () => {
    const { find, put } = await project(
      { key: 'a', translations: { de: text('x') } },
      { key: 'b', translations: { de: text('x') } },
      { key: 'c' },
    )
    const first = service.clock.now().toISOString()
    service.clock.advance(HOUR)
    const second = service.clock.now().toISOString()
    await put('b', 'fr', 'y')
    service.clock.advance(HOUR)
    const third = service.clock.now().toISOString()
    assert.deepEqual(await find({ updatedSince: first }), ['a', 'b'])
    assert.deepEqual(await find({ updatedSince: second }), ['b'])
    assert.deepEqual(await find({ updatedSince: third }), [])
    assert.deepEqual(await find({ updatedUntil: first }), [])
    assert.deepEqual(await find({ updatedUntil: second }), ['a', 'b'])
    assert.deepEqual(await find({ updatedSince: second, updatedUntil: third }), ['b'])
    await put('a', 'fr', 'z')
    assert.deepEqual(await find({ updatedSince: second, updatedUntil: third }), ['b'], 'a has one before and one after')
    assert.deepEqual(await find({ updatedSince: second, localeCodes: 'de' }), ['a', 'b'], 'of any value')
    const inAnotherZone = `${second.slice(0, -1)}+00:00`
    assert.deepEqual(await find({ updatedSince: inAnotherZone, updatedUntil: third }), ['b'])
  })

  test('12.4 updatedBy are those who wrote a value last, with times the same value', async () => {
    const { find, put } = await project({ key: 'a' }, { key: 'b' }, { key: 'c' })
    await put('a', 'de', 'x', ada)
    await put('b', 'de', 'x', ada)
    service.clock.advance(HOUR)
    const later = service.clock.now().toISOString()
    await put('b', 'de', 'y')
    await put('a', 'fr', 'y')
    assert.deepEqual(await find({ updatedBy: ada.userId }), ['a'])
    assert.deepEqual(await find({ updatedBy: [owner.userId, ada.userId] }), ['a', 'b'])
    assert.deepEqual(await find({ updatedBy: 999_999 }), [])
    assert.deepEqual(await find({ updatedBy: ada.userId, updatedSince: later }), [], 'since then it was somebody else')
    assert.deepEqual(await find({ updatedBy: ada.userId, updatedUntil: later }), ['a'])
  })

  test('12.4 values that the caller may not see do not count, nor those of languages that are out of use', async () => {
    const { find, put, params } = await project({ key: 'a' }, { key: 'b' })
    await put('a', 'de', 'x', ada)
    await put('b', 'fr', 'x', ada)
    const since = service.clock.now().toISOString()
    for (const query of [{ updatedSince: since }, { updatedBy: ada.userId }]) {
      assert.deepEqual(await find(query), ['a', 'b'])
      assert.deepEqual(await find(query, german), ['a'])
      assert.deepEqual(await find(query, blind), [])
    }
    await service.ok(owner, 'removeProjectLocale', { params: { ...params, code: 'de' } })
    assert.deepEqual(await find({ updatedSince: since }), ['b'])
  })
})

describe('12.4 what is known of the key', () => {
  test('12.4 isPlural', async () => {
    const { find } = await project({ key: 'a', isPlural: true }, { key: 'b' }, { key: 'c', isPlural: true })
    assert.deepEqual([await find({ isPlural: true }), await find({ isPlural: false })], [['a', 'c'], ['b']])
    assert.deepEqual(await find({ isPlural: '1' }, blind), ['a', 'c'])
  })

  test('12.4 observed', async () => {
    const { find, params } = await project({ key: 'a' }, { key: 'b' })
    const observer = await createApiKey(service, owner, params.projectId, ['context:write'])
    await service.ok(observer, 'createObservations', { body: { observations: [{ key: 'b' }] } })
    assert.deepEqual([await find({ observed: true }), await find({ observed: false })], [['b'], ['a']])
  })

  test('12.4 hasComments is about those that the caller may see', async () => {
    const { find, keyId, params } = await project({ key: 'a' }, { key: 'b' }, { key: 'c' })
    const say = (key: string, locale?: string) => {
      const body = { text: 'Too long', ...(locale ? { locale } : {}) }
      return service.ok(owner, 'createKeyComment', { params: { ...params, keyId: keyId(key) }, body })
    }
    await say('a', 'fr')
    await say('b')
    assert.deepEqual([await find({ hasComments: true }), await find({ hasComments: false })], [['a', 'b'], ['c']])
    for (const caller of [german, blind]) {
      assert.deepEqual(await find({ hasComments: true }, caller), ['b'])
      assert.deepEqual(await find({ hasComments: false }, caller), ['a', 'c'])
    }
    await service.ok(owner, 'removeProjectLocale', { params: { ...params, code: 'fr' } })
    assert.deepEqual(await find({ hasComments: true }), ['b'])
  })
})

describe('12.4 sourceChanged', () => {
  const later = () => service.clock.advance(1000)
  const texts = (...codes: string[]) => Object.fromEntries(codes.map((code) => [code, text('first')]))

  test('12.4 is true from a change of the source text until the value is written or reviewed again', async () => {
    const { find, put, ids, params } = await project(
      { key: 'a', translations: texts('en', 'de', 'fr') },
      { key: 'b', translations: texts('en', 'de') },
    )
    assert.deepEqual(await find({ sourceChanged: true }), [])
    assert.deepEqual(await find({ sourceChanged: false }), ['a', 'b'])
    later()
    await put('a', 'en', 'second')
    assert.deepEqual(await find({ sourceChanged: true }), ['a'])
    assert.deepEqual(await find({ sourceChanged: false }), ['b'])
    later()
    await put('a', 'de', 'zweiter')
    assert.deepEqual(await find({ sourceChanged: true, localeCodes: 'de' }), [])
    assert.deepEqual(await find({ sourceChanged: false, localeCodes: 'de' }), ['a', 'b'])
    assert.deepEqual(await find({ sourceChanged: true, localeCodes: ['de', 'fr'] }), ['a'])
    assert.deepEqual(await find({ sourceChanged: true, localeCodes: 'en' }), [], 'the source is not behind itself')
    later()
    const reviewed = { keyIds: [...ids.values()], localeCode: 'fr', status: 'not_reviewed' }
    await service.ok(owner, 'batchSetStatus', { params, body: reviewed })
    assert.deepEqual(await find({ sourceChanged: true }), [], 'somebody has looked at it')
  })

  test('12.4 neither a status of the source, nor its first text, nor a value without a text makes it true', async () => {
    const { find, put, keyId, params } = await project(
      { key: 'reviewed', translations: texts('en', 'de') },
      { key: 'late', translations: texts('de') },
      { key: 'empty', translations: { en: text('first'), de: text('', 'not_translated') } },
      { key: 'together', translations: texts('en', 'de') },
    )
    later()
    const keyIds = [keyId('reviewed')]
    await service.ok(owner, 'batchSetStatus', { params, body: { keyIds, localeCode: 'en', status: 'not_reviewed' } })
    await put('late', 'en', 'first')
    await put('empty', 'en', 'second')
    const builder = await createApiKey(service, owner, params.projectId, ['translations:read', 'translations:write'])
    const translations = { en: text('second'), de: text('zweiter') }
    await service.ok(builder, 'pushKey', { body: { key: 'together', translations } })
    assert.deepEqual(await find({ sourceChanged: true }), [])
  })

  test('12.4 counts a change that was taken back, a cleared text, and one with parameters', async () => {
    const { find, put, keyId, params } = await project(
      { key: 'back', translations: texts('en', 'de') },
      { key: 'cleared', translations: texts('en', 'de') },
      { key: 'parameters', translations: texts('en', 'de') },
    )
    later()
    await put('back', 'en', 'second')
    await put('back', 'en', 'first')
    const clear = { keyIds: [keyId('cleared')], localeCodes: ['en'] }
    await service.ok(owner, 'batchClearValues', { params, body: clear })
    await put('parameters', 'en', 'for {name}')
    assert.deepEqual(await find({ sourceChanged: true }), ['back', 'cleared', 'parameters'])
  })

  test('12.4 tells nobody of a source text, or of a value, that they may not see', async () => {
    const { find, put } = await project(
      { key: 'a', translations: texts('en', 'fr') },
      { key: 'b', translations: texts('en', 'de') },
    )
    later()
    await put('a', 'en', 'second')
    await put('b', 'en', 'second')
    assert.deepEqual(await find({ sourceChanged: true }), ['a', 'b'])
    assert.deepEqual(await find({ sourceChanged: true }, both), ['b'])
    assert.deepEqual(await find({ sourceChanged: true }, german), [])
    assert.deepEqual(await find({ sourceChanged: false }, german), ['a', 'b'])
  })
})

const nameOf = (n: number) => `key ${n % 2 ? 'needle' : 'straw'} ${n}`
const namespaceOf = (n: number) => (n % 2 ? 'default' : 'side')
const shop = await project(
  ...Array.from({ length: 18 }, (_, n) => ({
    key: nameOf(n),
    isPlural: n % 3 === 0,
    namespace: namespaceOf(n),
    ...(n % 5 ? { description: `needle ${n}` } : {}),
    translations: { en: text('first'), de: text(`needle ${n}`), ...(n % 4 ? { fr: text('premier') } : {}) },
  })),
)
const application = await createApiKey(service, owner, shop.params.projectId, ['context:write'])
const seen = [1, 3, 6, 9, 12].map((n) => ({ key: nameOf(n), namespace: namespaceOf(n) }))
await service.ok(application, 'createObservations', { body: { observations: seen } })
service.clock.advance(HOUR)
const noon = service.clock.now().toISOString()
for (const n of [1, 3, 5, 7]) await shop.put(nameOf(n), 'en', `second ${n}`, n % 3 ? ada : owner)
for (const n of [3, 11, 13]) await shop.put(nameOf(n), 'de', `zweiter ${n}`, ada)

describe('12.4 filters together', () => {
  const filters: Query[] = [
    { search: 'needle', searchIn: ['key', 'description'] },
    { statuses: ['not_reviewed'] },
    { isPlural: true },
    { isPlural: false },
    { observed: true },
    { observed: false },
    { sourceChanged: true },
    { sourceChanged: false },
    { updatedSince: noon },
    { updatedBy: [ada.userId] },
    { keyIds: [...shop.ids.values()].filter((_, at) => at % 3 !== 1) },
  ]
  // Of one name there is one; and time and person are asked of the same value.
  const kindOf = (filter: Query) => (Object.keys(filter)[0] ?? '').replace(/^updated.*/, 'updated')

  test('12.4 AND between filters, whichever they are, in the list, its pages, the ids and the count', async () => {
    const alone = await Promise.all(filters.map(async (filter) => new Set(await shop.find(filter))))
    for (const found of alone) assert.ok(found.size > 1 && found.size < 18)
    const places = fc.subarray([...filters.keys()], { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(places, async (chosen) => {
        const together = chosen.map((at) => filters[at] ?? {})
        fc.pre(new Set(together.map(kindOf)).size === together.length)
        const expected = chosen.map((at) => alone[at] ?? new Set<string>()).reduce((all, one) => all.intersection(one))
        const found = await shop.find(Object.assign({}, ...together))
        assert.deepEqual(new Set(found), expected)
      }),
      { numRuns: 30 },
    )
  })
})

describe('12.4 malformed filters', () => {
  test('12.4 422 with the name of the filter, on all three routes', async () => {
    const { params } = await project()
    const cases: [Query, string][] = [
      [{ searchIn: 'names' }, 'searchIn.0'],
      [{ searchIn: 'key,KEY' }, 'searchIn.1'],
      [{ updatedSince: 'yesterday' }, 'updatedSince'],
      [{ updatedSince: '' }, 'updatedSince'],
      [{ updatedUntil: '2026-02-30T00:00:00Z' }, 'updatedUntil'],
      [{ updatedUntil: '2026-02-01' }, 'updatedUntil'],
      [{ updatedBy: 'ada' }, 'updatedBy.0'],
      [{ updatedBy: '1,0' }, 'updatedBy.1'],
      [{ hasComments: 'yes' }, 'hasComments'],
      [{ isPlural: '' }, 'isPlural'],
      [{ observed: '2' }, 'observed'],
      [{ sourceChanged: 'TRUE' }, 'sourceChanged'],
      [{ keyIds: 'x' }, 'keyIds.0'],
      [{ keyIds: Array.from({ length: 101 }, (_, n) => n + 1) }, 'keyIds'],
    ]
    for (const [query, field] of cases) {
      for (const route of ['listKeys', 'listKeyIds', 'countKeys'] as const) {
        await service.refused(owner, route, { params, query }, 'validationError', { field })
      }
    }
  })
})
