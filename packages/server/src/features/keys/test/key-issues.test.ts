import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { checkNow } from '../../checks/test/check-now.ts'
import { projectsOf, type Query } from './key-scene.ts'

const service = await startService()
const { owner, orgId } = await createScene(service)
const german = await join(service, owner, orgId, 'translator', ['de'])
const blind = await join(service, owner, orgId, 'viewer', [])
const project = projectsOf(service, owner, orgId)

const values = (...texts: [en: string, de: string, fr: string]) => {
  const [en, de, fr] = texts.map((value) => ({ value, status: 'translated' }))
  return { en, de, fr: { ...fr, status: 'not_reviewed' } }
}

const files = (who: string) => `{n, plural, one {# file of ${who}} other {# files of ${who}}}`

// An error in German, a warning in French, and more of both in both languages.
const shop = await project(
  { key: 'a', translations: values('Hello {name}', 'Hallo', 'Bonjour {name}') },
  { key: 'b', namespace: 'side', translations: values('Save it', 'Sichern', 'Sauver ') },
  { key: 'c', isPlural: true, translations: values(files('{name}'), files('{nam}'), ` ${files('Ada')}`) },
  { key: 'd', translations: values('Yes', 'Ja', 'Oui') },
  { key: 'e' },
)
const { params, find, keyId, put } = shop
const check = () => checkNow(service.services, params.projectId)
await check()

const listed = async (query: Query, caller: Caller = owner) =>
  (await service.ok(caller, 'listKeys', { params, query: { ...query, limit: 100 } })).data

/** What is told of each value of a key, without ids. */
async function told(key: string, query: Query = {}, caller: Caller = owner) {
  const [found] = await listed({ keyIds: keyId(key), includeIssues: true, ...query }, caller)
  const all = Object.entries(found?.translations ?? assert.fail(`no ${key}`))
  return Object.fromEntries(all.map(([code, { issues }]) => [code, issues?.map(({ id: _, ...issue }) => issue)]))
}

describe('qa 4 keys with something open', () => {
  test('qa 4 issues are checks, or any; issueSeverities are about the same finding', async () => {
    assert.deepEqual(await find({ issues: 'any' }), ['a', 'b', 'c'])
    assert.deepEqual(await find({ issues: 'placeholder_missing' }), ['a', 'c'])
    assert.deepEqual(await find({ issues: 'edge_space,placeholder_missing' }), ['a', 'b', 'c'])
    assert.deepEqual(await find({ issues: ['blank', 'any'] }), ['a', 'b', 'c'])
    assert.deepEqual(await find({ issues: 'blank' }), [])
    assert.deepEqual(await find({ issueSeverities: 'error' }), ['a', 'c'])
    assert.deepEqual(await find({ issueSeverities: 'warning' }), ['b', 'c'])
    assert.deepEqual(await find({ issueSeverities: ['error', 'warning'] }), ['a', 'b', 'c'])
    assert.deepEqual(await find({ issues: 'any', issueSeverities: 'warning', sortOrder: 'desc' }), ['c', 'b'])
    assert.deepEqual(await find({ issues: 'edge_space', issueSeverities: 'error' }), [], 'c has one of each')
    assert.deepEqual(await find({ issues: [] }), ['a', 'b', 'c', 'd', 'e'], 'no filter')
  })

  test('qa 4 localeCodes say in which languages', async () => {
    assert.deepEqual(await find({ issues: 'any', localeCodes: 'de' }), ['a', 'c'])
    assert.deepEqual(await find({ issues: 'any', localeCodes: 'fr' }), ['b', 'c'])
    assert.deepEqual(await find({ issues: 'any', localeCodes: 'en' }), [])
    assert.deepEqual(await find({ issues: 'edge_space', localeCodes: 'DE' }), [])
    assert.deepEqual(await find({ issues: 'edge_space', localeCodes: ['de', 'fr'] }), ['b', 'c'])
    assert.deepEqual(await find({ issueSeverities: 'error', localeCodes: 'fr' }), ['c'])
  })

  test('qa 4 they combine with the other filters', async () => {
    const [side] = await listed({ keyIds: keyId('b') })
    const namespaceIds = side?.namespaceId
    const other: [Query, string[]][] = [
      [{ search: 'hallo' }, ['a']],
      [{ search: 'ada', searchIn: 'value' }, ['c']],
      [{ namespaceIds }, ['b']],
      [{ statuses: 'not_reviewed', localeCodes: 'fr' }, ['b', 'c']],
      [{ statuses: 'not_translated' }, []],
      [{ isPlural: true }, ['c']],
      [{ isPlural: false }, ['a', 'b']],
      [{ keyIds: [keyId('a'), keyId('d')] }, ['a']],
      [{ updatedSince: '2000-01-01T00:00:00Z' }, ['a', 'b', 'c']],
      [{ updatedUntil: '2000-01-01T00:00:00Z' }, []],
      [{ updatedBy: owner.userId }, ['a', 'b', 'c']],
      [{ hasComments: true }, []],
      [{ observed: false }, ['a', 'b', 'c']],
      [{ sourceChanged: false }, ['a', 'b', 'c']],
    ]
    for (const [query, expected] of other) assert.deepEqual(await find({ ...query, issues: 'any' }), expected)
  })

  test('qa 4 for members restricted to some languages only those count', async () => {
    assert.deepEqual(await find({ issues: 'any' }, german), ['a', 'c'])
    assert.deepEqual(await find({ issues: 'edge_space' }, german), [])
    assert.deepEqual(await find({ issueSeverities: 'warning' }, german), [])
    assert.deepEqual(await find({ issues: 'any' }, blind), [])
    const query = { issues: 'any', localeCodes: 'fr' }
    for (const route of ['listKeys', 'listKeyIds', 'countKeys'] as const)
      await service.refused(german, route, { params, query }, 'localeForbidden')
  })

  test('qa 4 422: an unknown check or severity is named by its place, on all three routes', async () => {
    const cases: [Query, string][] = [
      [{ issues: 'spelling' }, 'issues.0'],
      [{ issues: 'blank,Any' }, 'issues.1'],
      [{ issueSeverities: 'off' }, 'issueSeverities.0'],
      [{ issueSeverities: 'error,ERROR' }, 'issueSeverities.1'],
    ]
    for (const [query, field] of cases) {
      for (const route of ['listKeys', 'listKeyIds', 'countKeys'] as const)
        await service.refused(owner, route, { params, query }, 'validationError', { field })
    }
    const query = { includeIssues: 'please' }
    await service.refused(owner, 'listKeys', { params, query }, 'validationError', { field: 'includeIssues' })
  })
})

describe('qa 4 includeIssues', () => {
  const missing = (branch: string | null) => ({ check: 'placeholder_missing', severity: 'error', branch })
  const extra = (branch: string) => ({ ...missing(branch), check: 'placeholder_extra' })
  const edge = { check: 'edge_space', severity: 'warning', branch: null }

  test('qa 4 adds to each value what is open about it, errors first, then by check and branch', async () => {
    assert.deepEqual(await told('a'), { en: [], de: [missing(null)], fr: [] })
    assert.deepEqual(await told('b'), { en: [], de: [], fr: [edge] })
    assert.deepEqual(await told('c'), {
      en: [],
      de: [extra('n.one'), extra('n.other'), missing('n.one'), missing('n.other')],
      fr: [missing('n.one'), missing('n.other'), { ...edge, branch: 'n.one' }, { ...edge, branch: 'n.other' }],
    })
    assert.deepEqual(await told('e'), {})
    const [first] = await listed({ keyIds: keyId('a'), includeIssues: true })
    assert.match(first?.translations['de']?.issues?.[0]?.id ?? '', /^iss_[0-9a-f]{32}$/)
  })

  test('qa 4 is there only if it is asked for, with the values that are shown', async () => {
    for (const query of [{}, { includeIssues: false }, { issues: 'any' }]) {
      for (const { translations } of await listed(query))
        assert.ok(Object.values(translations).every((value) => !('issues' in value)))
    }
    const key = await service.ok(owner, 'getKeyById', { params: { ...params, keyId: keyId('a') } })
    assert.ok(Object.values(key.translations).every((value) => !('issues' in value)))
    assert.deepEqual(await told('a', { localeCodes: 'fr' }), { fr: [] })
    assert.deepEqual(await told('a', {}, german), { de: [missing(null)] })
    assert.deepEqual(await told('a', {}, blind), {})
    for (const query of [{ issues: 'any' }, { search: 'hallo' }, { includeContext: true }])
      assert.deepEqual((await listed({ ...query, includeIssues: true }))[0]?.translations['fr']?.issues, [])
  })
})

describe('qa 4 stats', () => {
  const counted = async (query: Query = {}, caller: Caller = owner) => {
    const { locales, namespaces = [] } = await service.ok(caller, 'getStats', { params, query })
    const short = (all: typeof locales) =>
      Object.fromEntries(all.map(({ code, errors, warnings }) => [code, [errors, warnings]]))
    return { inAll: short(locales), ofSide: short(namespaces.find(({ name }) => name === 'side')?.locales ?? []) }
  }

  test('qa 4 each language has errors and warnings, in all and by namespace; restricted members their own', async () => {
    const { inAll } = await counted()
    assert.deepEqual(inAll, { en: [0, 0], de: [5, 0], fr: [2, 3] })
    const byNamespace = await counted({ by: 'namespace' })
    assert.deepEqual(byNamespace, { inAll, ofSide: { en: [0, 0], de: [0, 0], fr: [0, 1] } })
    for (const query of [{}, { by: 'namespace' }]) {
      assert.deepEqual((await counted(query, german)).inAll, { de: [5, 0] })
      assert.deepEqual((await counted(query, blind)).inAll, {})
    }
    const { projects } = await service.ok(owner, 'listProjects', { params: { orgId }, query: { includeStats: true } })
    const { stats } = projects.find(({ id }) => id === params.projectId) ?? assert.fail()
    assert.deepEqual(stats, await service.ok(owner, 'getStats', { params }))
  })
})

describe('qa 4 what is not open', () => {
  const counts = async () => {
    const { locales } = await service.ok(owner, 'getStats', { params })
    return locales.map(({ code, errors, warnings }) => `${code} ${errors} ${warnings}`)
  }

  test('qa 4 what was ignored is in no filter, no value and no count, until it is open again', async () => {
    const [key] = await listed({ keyIds: keyId('a'), includeIssues: true })
    const { id } = key?.translations['de']?.issues?.[0] ?? assert.fail('nothing is open')
    await service.ok(owner, 'ignoreIssues', { params, body: { ids: [id], reason: 'It is right', scope: 'value' } })
    assert.deepEqual(await find({ issues: 'any' }), ['b', 'c'])
    assert.deepEqual((await told('a'))['de'], [])
    assert.deepEqual(await counts(), ['en 0 0', 'de 4 0', 'fr 2 3'])
    await service.ok(owner, 'reopenIssue', { params: { ...params, issueId: id } })
    assert.deepEqual(await find({ issues: 'any' }), ['a', 'b', 'c'])
    assert.deepEqual(await counts(), ['en 0 0', 'de 5 0', 'fr 2 3'])
  })

  test('qa 4 nor does it count once it is mended, in a deleted key, or in a language out of use', async () => {
    // Before anything has looked again.
    await service.ok(owner, 'deleteKey', { params: { ...params, keyId: keyId('c') } })
    assert.deepEqual(await find({ issues: 'any' }), ['a', 'b'])
    assert.deepEqual(await counts(), ['en 0 0', 'de 1 0', 'fr 0 1'])
    await service.ok(owner, 'removeProjectLocale', { params: { ...params, code: 'fr' } })
    assert.deepEqual(await find({ issues: 'any' }), ['a'])
    assert.deepEqual(await counts(), ['en 0 0', 'de 1 0'])
    await put('a', 'de', 'Hallo {name}')
    await check()
    assert.deepEqual(await find({ issues: 'any' }), [])
    assert.deepEqual(await counts(), ['en 0 0', 'de 0 0'])
  })
})
