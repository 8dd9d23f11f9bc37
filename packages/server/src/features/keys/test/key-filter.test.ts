import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, credentials, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project, projectId } = await createScene(service)
const stranger = await register(service)
const french = await join(service, owner, orgId, 'viewer', ['fr'])
const blind = await join(service, owner, orgId, 'viewer', [])
const params = { projectId }

type Query = Record<string, unknown>
const statuses = ['translated', 'not_reviewed', 'not_translated'] as const
const locales = ['en', 'de', 'fr'] as const
type Status = (typeof statuses)[number]
type Locale = (typeof locales)[number]
interface Sample {
  id: number
  key: string
  namespaceId: number
  statuses: Partial<Record<Locale, Status>>
}

const list = async (query: Query, caller: Caller = owner) =>
  (await service.ok(caller, 'listKeys', { params, query: { limit: 100, ...query } })).data
/** The keys that a filter finds, which the list and the ids must agree on. */
async function find(query: Query, caller: Caller = owner) {
  const listed = (await list(query, caller)).map(({ id }) => id)
  const { ids, count } = await service.ok(caller, 'listKeyIds', { params, query })
  assert.deepEqual(ids.toSorted(ascending), listed.toSorted(ascending))
  assert.equal(count, ids.length)
  return listed.map((id) => samples.find((sample) => sample.id === id)?.key).sort()
}
const ascending = (a: number, b: number) => a - b

// Every status, and no value at all, in every language beside every other: 64 keys in three namespaces.
const choices: (Status | undefined)[] = [undefined, ...statuses]
const samples: Sample[] = []
for (const [at, [en, de, fr]] of choices
  .flatMap((en) => choices.flatMap((de) => choices.map((fr) => [en, de, fr] as const)))
  .entries()) {
  const chosen = Object.fromEntries(Object.entries({ en, de, fr }).filter(([, status]) => status))
  const values = Object.entries(chosen).map(([code, status]) => [code, { value: `text ${at}`, status }])
  const body = { key: `key ${at}`, namespace: ['default', 'a', 'b'][at % 3], translations: Object.fromEntries(values) }
  const { id, key, namespaceId } = await service.ok(owner, 'createKey', { params, body })
  samples.push({ id, key, namespaceId, statuses: chosen as Sample['statuses'] })
}
const namespaceIds = [...new Set(samples.map(({ namespaceId }) => namespaceId))]
const names = (found: Sample[]) => found.map(({ key }) => key).sort()
const having = (status: Status, codes: readonly Locale[]) =>
  names(samples.filter((sample) => codes.some((code) => (sample.statuses[code] ?? 'not_translated') === status)))

describe('the filter namespaceIds', () => {
  test('finds the keys of any of the namespaces, and none for one that is empty', async () => {
    const [, a = 0, b = 0] = namespaceIds
    assert.deepEqual(await find({ namespaceIds: a }), names(samples.filter(({ namespaceId }) => namespaceId === a)))
    const both = names(samples.filter(({ namespaceId }) => namespaceId !== project.defaultNamespaceId))
    assert.deepEqual(await find({ namespaceIds: [a, b] }), both)
    const { id } = await service.ok(owner, 'createNamespace', { params, body: { name: 'empty' } })
    assert.deepEqual(await find({ namespaceIds: id }), [])
  })

  test('finds nothing in namespaces that are nowhere or in other projects', async () => {
    const body = { name: 'T', sourceLocale: 'en' }
    const theirs = await service.ok(stranger, 'createProject', { params: { orgId: stranger.orgId }, body })
    await service.ok(stranger, 'createKey', { params: { projectId: theirs.id }, body: { key: 'foreign' } })
    for (const id of [theirs.defaultNamespaceId, 999_999, 2 ** 53 - 1]) {
      assert.deepEqual(await find({ namespaceIds: id }), [])
    }
  })
})

describe('the filter statuses', () => {
  test('without localeCodes looks at any of the project’s languages; no value counts as not_translated', async () => {
    for (const status of statuses) assert.deepEqual(await find({ statuses: status }), having(status, locales))
  })

  test('with localeCodes looks at the values in those languages', async () => {
    for (const status of statuses) {
      for (const code of locales) {
        assert.deepEqual(await find({ statuses: status, localeCodes: code }), having(status, [code]))
      }
      const two = await find({ statuses: status, localeCodes: ['de', 'fr'] })
      assert.deepEqual(two, having(status, ['de', 'fr']))
    }
  })

  test('a cleared value is not_translated', async () => {
    const { id = 0, key = '' } = samples.find(({ statuses }) => statuses.de === 'translated' && !statuses.fr) ?? {}
    const query = { statuses: 'not_translated', localeCodes: 'de' }
    assert.ok(!(await find(query)).includes(key))
    await service.ok(owner, 'batchClearValues', { params, body: { keyIds: [id], localeCodes: ['de'] } })
    assert.ok((await find(query)).includes(key))
    const { namespaceId } = samples.find((sample) => sample.id === id) ?? assert.fail()
    const namespace = ['default', 'a', 'b'][namespaceIds.indexOf(namespaceId)]
    const body = { locale: 'de', value: 'back', status: 'translated' }
    await service.ok(owner, 'putValue', { params: { projectId, key }, query: { namespace }, body })
  })

  test('a language that left the project counts no more, and again when it is back', async () => {
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'de' } })
    const without = await find({ statuses: 'translated' })
    const shown = (await list({})).flatMap(({ translations }) => Object.keys(translations))
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'de' } })
    assert.deepEqual(without, having('translated', ['en', 'fr']))
    assert.deepEqual(new Set(shown), new Set(['en', 'fr']))
    assert.deepEqual(await find({ statuses: 'translated' }), having('translated', locales))
  })

  test('a member restricted to a language is shown the statuses of that language alone', async () => {
    for (const status of statuses) {
      assert.deepEqual(await find({ statuses: status }, french), having(status, ['fr']))
      assert.deepEqual(await find({ statuses: status }, blind), [])
    }
  })
})

describe('the filter localeCodes', () => {
  test('alone hides no key, and narrows the values to those languages, in any spelling', async () => {
    for (const localeCodes of [['de'], ['DE'], ['de', 'fr'], ['it'], ['no locale']]) {
      const found = await list({ localeCodes })
      assert.equal(found.length, samples.length)
      for (const { key, translations } of found) {
        const { statuses } = samples.find((sample) => sample.key === key) ?? assert.fail(key)
        const visible = localeCodes.map((code) => code.toLowerCase()).filter((code) => code in statuses)
        assert.deepEqual(Object.keys(translations).sort(), visible.sort())
      }
    }
  })

  test('403 for a language that the member may not see, in any spelling, beside others too', async () => {
    for (const localeCodes of ['de', 'DE', 'fr,de', ['fr', 'en']]) {
      for (const route of ['listKeys', 'listKeyIds'] as const) {
        await service.refused(french, route, { params, query: { localeCodes } }, 'localeForbidden')
      }
    }
    assert.equal((await list({ localeCodes: 'FR' }, french)).length, samples.length)
  })
})

describe('filters together', () => {
  test('AND between filters, OR inside: as a plain count over all keys says', async () => {
    const filter = fc.record({
      namespaceIds: fc.subarray(namespaceIds),
      statuses: fc.subarray([...statuses]),
      localeCodes: fc.subarray([...locales]),
      search: fc.constantFrom('', '1', 'TEXT 2', 'key 3', '33'),
      commas: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(filter, async ({ commas, search, ...arrays }) => {
        const given = Object.entries(arrays).filter(([, values]) => values.length > 0)
        const query = Object.fromEntries(given.map(([name, values]) => [name, commas ? values.join() : values]))
        const looked = arrays.localeCodes.length > 0 ? arrays.localeCodes : locales
        const expected = samples.filter(({ id, key, namespaceId, statuses }) => {
          const text = Object.keys(statuses).length > 0 ? `text ${samples.findIndex((sample) => sample.id === id)}` : ''
          const found = [key, text].some((part) => part.includes(search.toLowerCase()))
          const ofStatus = looked.some((code) => arrays.statuses.includes(statuses[code] ?? 'not_translated'))
          const here = arrays.namespaceIds.length === 0 || arrays.namespaceIds.includes(namespaceId)
          return found && here && (arrays.statuses.length === 0 || ofStatus)
        })
        assert.deepEqual(await find({ ...query, ...(search ? { search } : {}) }), names(expected))
      }),
      { numRuns: 60 },
    )
  })

  test('arrays are taken repeated, comma-separated, and mixed', async () => {
    const [first, second, third] = namespaceIds
    const expected = names(samples)
    for (const namespaceIds of [[first, second, third], `${first},${second},${third}`]) {
      assert.deepEqual(await find({ namespaceIds }), expected)
    }
    const mixed = `/v1/projects/${projectId}/keys?limit=100&namespaceIds=${first},${second}&namespaceIds=${third}`
    const answer = await service.app.inject({ url: mixed, headers: credentials(owner) })
    assert.deepEqual(names(answer.json().data), expected)
    const some = await find({ statuses: ['translated', 'not_reviewed'], localeCodes: ['en'] })
    assert.ok(some.length > 0 && some.length < samples.length)
    assert.deepEqual(await find({ statuses: 'translated,not_reviewed', localeCodes: ['en'] }), some)
  })

  for (const sortBy of ['key', 'createdAt', 'updatedAt']) {
    for (const sortOrder of ['asc', 'desc']) {
      test(`by ${sortBy} ${sortOrder}, filtered: every key once, page by page, while others come and change`, async () => {
        const query = { statuses: 'translated', localeCodes: 'fr', search: 'KEY', sortBy, sortOrder }
        const seen: string[] = []
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = { ...query, limit: 3, ...(cursor ? { cursor } : {}) }
          const { data, pagination } = await service.ok(owner, 'listKeys', { params, query: page })
          seen.push(...data.map(({ key }) => key))
          cursor = pagination.nextCursor
          const passing = await service.ok(owner, 'createKey', { params, body: { key: `keyed ${seen.length}` } })
          await service.ok(owner, 'deleteKey', { params: { projectId, keyId: passing.id } })
        }
        assert.deepEqual(seen.toSorted(), having('translated', ['fr']))
      })
    }
  }
})

describe('filters 422', () => {
  test('a status or an id that is none is named by its place', async () => {
    const cases: [Query, string][] = [
      [{ statuses: 'done' }, 'statuses.0'],
      [{ statuses: 'translated,done' }, 'statuses.1'],
      [{ statuses: "translated'" }, 'statuses.0'],
      [{ namespaceIds: 'x' }, 'namespaceIds.0'],
      [{ namespaceIds: ['1', '0'] }, 'namespaceIds.1'],
      [{ namespaceIds: '1;drop table keys' }, 'namespaceIds.0'],
      [{ namespaceIds: '9223372036854775808' }, 'namespaceIds.0'],
      [{ search: 'a\0b' }, 'search'],
    ]
    for (const [query, field] of cases) {
      for (const route of ['listKeys', 'listKeyIds'] as const) {
        await service.refused(owner, route, { params, query }, 'validationError', { field })
      }
    }
  })

  test('parameters given twice, in brackets or in no sense at all are refused or ignored', async () => {
    const odd = [
      'search=a&search=b',
      'search[a]=b',
      'statuses[]=done',
      'statuses[0]=done',
      'namespaceIds[$ne]=1',
      '__proto__=1',
    ]
    for (const query of [
      ...odd,
      'limit=1&limit=2',
      'sortBy=key&sortBy=key',
      'cursor=a&cursor=b',
      'statuses=',
      'localeCodes=,,',
    ]) {
      for (const path of ['keys', 'keys/ids']) {
        const url = `/v1/projects/${projectId}/${path}?${query}`
        const { statusCode } = await service.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } })
        assert.ok([200, 400, 422].includes(statusCode), `${url}: ${statusCode}`)
      }
    }
  })
})
