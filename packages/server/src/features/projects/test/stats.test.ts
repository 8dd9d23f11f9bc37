import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const restricted = await join(service, owner, orgId, 'translator', ['fr'])
const blind = await join(service, owner, orgId, 'viewer', [])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const params = { projectId }

const put = (key: string, body: object) => service.ok(owner, 'putValue', { params: { projectId, key }, body })
const count = (code: string, translated: number, notReviewed: number, notTranslated: number) => ({
  code,
  translated,
  notReviewed,
  notTranslated,
  // Nothing looks at values here; what is counted where something does: see the tests of filters by findings.
  errors: 0,
  warnings: 0,
})
async function stats(caller: Caller = owner) {
  const { keys, locales } = await service.ok(caller, 'getStats', { params })
  return { keys, locales: locales.toSorted((a, b) => (a.code < b.code ? -1 : 1)) }
}

describe('getStats 200', () => {
  test('an empty project has its languages and zeros', async () => {
    assert.deepEqual(await stats(), {
      keys: 0,
      locales: [count('de', 0, 0, 0), count('en', 0, 0, 0), count('fr', 0, 0, 0)],
    })
  })

  test('every key counts once in every language, as not translated where it has no value', async () => {
    const translations = {
      en: { value: 'One', status: 'translated' },
      de: { value: 'Eins', status: 'not_reviewed' },
      fr: { value: 'Un', status: 'not_translated' },
    }
    await service.ok(owner, 'createKey', { params, body: { key: 'one', translations } })
    await service.ok(owner, 'createKey', { params, body: { key: 'two', namespace: 'other' } })
    const expected = { keys: 2, locales: [count('de', 0, 1, 1), count('en', 1, 0, 1), count('fr', 0, 0, 2)] }
    assert.deepEqual(await stats(), expected)
    assert.deepEqual(await stats(reader), expected)
  })

  test('members restricted to some languages see theirs alone', async () => {
    assert.deepEqual(await stats(restricted), { keys: 2, locales: [count('fr', 0, 0, 2)] })
    assert.deepEqual(await stats(blind), { keys: 2, locales: [] })
  })

  test('the counts follow each write at once', async () => {
    await put('one', { locale: 'de', value: 'Eins', status: 'translated' })
    await put('one', { locale: 'fr', value: 'Une' })
    assert.deepEqual((await stats()).locales, [count('de', 1, 0, 1), count('en', 1, 0, 1), count('fr', 0, 1, 1)])
    await put('one', { locale: 'de', value: '' })
    assert.deepEqual((await stats()).locales[0], count('de', 0, 0, 2))
    const { id } = await service.ok(owner, 'createKey', { params, body: { key: 'three' } })
    await put('three', { locale: 'de', value: 'Drei', status: 'translated' })
    assert.deepEqual((await stats()).locales[0], count('de', 1, 0, 2))
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: id } })
    assert.deepEqual(await stats(), {
      keys: 2,
      locales: [count('de', 0, 0, 2), count('en', 1, 0, 1), count('fr', 0, 1, 1)],
    })
  })

  test('a language that was added later starts with every key not translated', async () => {
    await service.call(owner, 'addProjectLocale', { params, body: { code: 'pt_br' } })
    assert.deepEqual((await stats()).locales.at(-1), count('pt-BR', 0, 0, 2))
  })

  test('keys of a deleted namespace do not count', async () => {
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    const namespaceId = namespaces.find(({ name }) => name === 'other')?.id ?? 0
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId } })
    assert.equal((await stats()).keys, 1)
    for (const { translated, notReviewed, notTranslated } of (await stats()).locales) {
      assert.equal(translated + notReviewed + notTranslated, 1)
    }
  })
})

describe('12.15 getStats by namespace', () => {
  const at = { params: { projectId: 0 } }
  const ask = (caller: Caller = owner) => service.ok(caller, 'getStats', { ...at, query: { by: 'namespace' } })

  test('12.15 tells the same of the project, and of each namespace its own share', async () => {
    const made = { name: 'Spaces', sourceLocale: 'en', locales: ['fr', 'de'] }
    at.params.projectId = (await service.ok(owner, 'createProject', { params: { orgId }, body: made })).id
    const empty = { keys: 0, locales: [count('en', 0, 0, 0), count('de', 0, 0, 0), count('fr', 0, 0, 0)] }
    const { namespaces: first = [] } = await ask()
    assert.deepEqual(first, [{ id: first[0]?.id, name: 'default', ...empty }])
    const values = (status: string, ...codes: string[]) =>
      Object.fromEntries(codes.map((code) => [code, { value: 'x', status }]))
    const keys: [string, object][] = [
      ['default', values('translated', 'en', 'de')],
      ['default', values('not_reviewed', 'en')],
      ['web', values('translated', 'fr')],
      ['app', {}],
    ]
    for (const [n, [namespace, translations]] of keys.entries()) {
      await service.ok(owner, 'createKey', { ...at, body: { key: `${n}`, namespace, translations } })
    }
    await service.ok(owner, 'createNamespace', { ...at, body: { name: 'zero' } })
    const gone = await service.ok(owner, 'createKey', { ...at, body: { key: 'gone', namespace: 'web' } })
    await service.ok(owner, 'deleteKey', { params: { ...at.params, keyId: gone.id } })
    const { namespaces = [], ...inAll } = await ask()
    assert.deepEqual(inAll, await service.ok(owner, 'getStats', at))
    assert.deepEqual(
      namespaces.map(({ id: _, ...rest }) => rest),
      [
        { name: 'default', keys: 2, locales: [count('en', 1, 1, 0), count('de', 1, 0, 1), count('fr', 0, 0, 2)] },
        { name: 'app', keys: 1, locales: [count('en', 0, 0, 1), count('de', 0, 0, 1), count('fr', 0, 0, 1)] },
        { name: 'web', keys: 1, locales: [count('en', 0, 0, 1), count('de', 0, 0, 1), count('fr', 1, 0, 0)] },
        { name: 'zero', ...empty },
      ],
    )
    const listed = await service.ok(owner, 'listNamespaces', at)
    assert.deepEqual(
      namespaces.map(({ id }) => id),
      listed.namespaces.map(({ id }) => id),
    )
  })

  test('12.15 restricted members see the languages that are theirs; without `by` there are no namespaces', async () => {
    const { namespaces: ofFrench = [], ...inAll } = await ask(restricted)
    assert.deepEqual(inAll, await service.ok(restricted, 'getStats', at))
    assert.deepEqual(ofFrench[0]?.locales, [count('fr', 0, 0, 2)])
    const { namespaces: ofNone = [], locales } = await ask(blind)
    assert.deepEqual([locales, ofNone[0]?.keys, ofNone[0]?.locales], [[], 2, []])
    assert.ok(!('namespaces' in (await service.ok(owner, 'getStats', at))))
    const query = { by: 'locale' }
    await service.refused(owner, 'getStats', { ...at, query }, 'validationError', { field: 'by' })
  })

  test('12.15 includeStats tells with each project of an organization what its stats tell', async () => {
    for (const caller of [owner, restricted, blind]) {
      const { projects } = await service.ok(caller, 'listProjects', {
        params: { orgId },
        query: { includeStats: true },
      })
      assert.ok(projects.length > 1)
      for (const { id, stats } of projects) {
        assert.deepEqual(stats, await service.ok(caller, 'getStats', { params: { projectId: id } }))
      }
    }
    for (const query of [{}, { includeStats: false }]) {
      const { projects } = await service.ok(owner, 'listProjects', { params: { orgId }, query })
      assert.ok(projects.every((project) => !('stats' in project)))
    }
    const query = { includeStats: 'please' }
    const refused = { params: { orgId }, query }
    await service.refused(owner, 'listProjects', refused, 'validationError', { field: 'includeStats' })
  })
})

describe('getStats 200 while others write', () => {
  test('the numbers of one answer belong together', async () => {
    const translations = Object.fromEntries(['en', 'de'].map((code) => [code, { value: 'x', status: 'translated' }]))
    const body = { name: 'Busy', sourceLocale: 'en', locales: ['de'] }
    const busy = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const at = { params: { projectId: busy.id } }
    let isDone = false
    const writing = Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        service.ok(owner, 'createKey', { ...at, body: { key: `${n}`, translations } }),
      ),
    ).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const { namespaces = [], ...inAll } = await service.ok(owner, 'getStats', { ...at, query: { by: 'namespace' } })
      for (const { keys, locales } of [await service.ok(owner, 'getStats', at), inAll, ...namespaces]) {
        for (const { translated, notTranslated } of locales) assert.deepEqual([translated, notTranslated], [keys, 0])
      }
    }
    await writing
  })
})

describe('getStats refusals', () => {
  test('401 without a credential', () => service.refused(nobody, 'getStats', { params }, 'authenticationRequired'))

  test('403 for a key that may not read, and for the key of another project', async () => {
    const body = { name: 'Other', sourceLocale: 'en' }
    const other = await service.ok(owner, 'createProject', { params: { orgId }, body })
    await service.refused(writer, 'getStats', { params }, 'missingPermission', {
      requiredPermission: 'translation.view',
    })
    await service.refused(reader, 'getStats', { params: { projectId: other.id } }, 'otherProjectsKey')
  })

  test('404 for strangers', () => service.refused(stranger, 'getStats', { params }, 'projectNotFound'))
})
