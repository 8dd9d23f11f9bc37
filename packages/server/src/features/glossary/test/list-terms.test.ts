import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene, join, register } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project } = await createScene(service)
const inOrg = { params: { orgId } }
const localeId = (code: string) => project.locales.find((locale) => locale.code === code)?.id ?? 0
const french = await join(service, owner, orgId, 'translator', ['fr'])

const terms: [string, 'preferred' | 'forbidden', string, string][] = [
  ['cart', 'preferred', 'Warenkorb', 'panier'],
  ['Basket', 'forbidden', 'Korb', 'corbeille'],
  ['100%_off\\', 'preferred', 'Rabatt', 'ÉTÉ'],
  ['100 percent off', 'preferred', 'Ganz', 'tout'],
]
for (const [term, termType, german, text] of terms) {
  const translations = [
    { localeId: localeId('de'), text: german },
    { localeId: localeId('fr'), text },
  ]
  await service.ok(owner, 'createTerm', { ...inOrg, body: { term, termType, translations } })
}

const list = async (query: Record<string, unknown>, caller: { cookie: string } = owner) => {
  const { terms } = await service.ok(caller, 'listTerms', { ...inOrg, query })
  return terms.map(({ term }) => term)
}

test('all terms in alphabetical order, each as it is read alone', async () => {
  const { terms, nextCursor, hasMore } = await service.ok(owner, 'listTerms', inOrg)
  assert.deepEqual(
    terms.map(({ term }) => term),
    ['100 percent off', '100%_off\\', 'Basket', 'cart'],
  )
  assert.deepEqual([nextCursor, hasMore], [null, false])
  for (const term of terms)
    assert.deepEqual(await service.ok(owner, 'getTerm', { params: { orgId, termId: term.id } }), term)
})

test('an organization that never asked for its glossary has no terms', async () => {
  const person = await register(service)
  const listed = await service.ok(person, 'listTerms', { params: { orgId: person.orgId } })
  assert.deepEqual(listed, { terms: [], nextCursor: null, hasMore: false })
})

describe('search', () => {
  test('in terms and translations, whatever the case', async () => {
    assert.deepEqual(await list({ search: 'ASK' }), ['Basket'])
    assert.deepEqual(await list({ search: 'korb' }), ['Basket', 'cart'])
    assert.deepEqual(await list({ search: 'été' }), ['100%_off\\'])
    assert.deepEqual(await list({ search: 'nowhere' }), [])
    assert.equal((await list({ search: '' })).length, 4)
  })

  test('takes %, _ and \\ for what they are', async () => {
    assert.deepEqual(await list({ search: '100%' }), ['100%_off\\'])
    assert.deepEqual(await list({ search: '%_' }), ['100%_off\\'])
    assert.deepEqual(await list({ search: 'off\\' }), ['100%_off\\'])
    assert.deepEqual(await list({ search: 'c_rt' }), [])
  })

  test('has at most 255 characters', async () => {
    assert.deepEqual(await list({ search: '😀'.repeat(255) }), [])
    const query = { search: '😀'.repeat(256) }
    await service.refused(owner, 'listTerms', { ...inOrg, query }, 'fieldTooLong', { field: 'search' })
  })
})

test('termType keeps one kind, together with a search', async () => {
  assert.deepEqual(await list({ termType: 'forbidden' }), ['Basket'])
  assert.deepEqual(await list({ termType: 'preferred', search: 'korb' }), ['cart'])
  const query = { termType: 'liked' }
  await service.refused(owner, 'listTerms', { ...inOrg, query }, 'validationError', { field: 'termType' })
})

test('a restricted member sees all terms, and of translations only their own, in searches too', async () => {
  const { terms } = await service.ok(french, 'listTerms', inOrg)
  assert.equal(terms.length, 4)
  assert.deepEqual(
    new Set(terms.flatMap(({ translations }) => translations.map(({ localeCode }) => localeCode))),
    new Set(['fr']),
  )
  assert.deepEqual(await list({ search: 'korb' }, french), [])
  assert.deepEqual(await list({ search: 'panier' }, french), ['cart'])
})

describe('pages', () => {
  test('follow each other without gap or repetition while others write', async () => {
    const person = await register(service)
    const params = { orgId: person.orgId }
    const create = (term: string) => service.ok(person, 'createTerm', { params, body: { term } })
    const lasting = ['a', 'A', 'a', 'b', 'ß', 'É', 'é', 'ς', 'Σ', '中', '😀'.repeat(500)]
    for (const term of lasting) await create(term)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, unknown> = cursor === null ? { limit: 2 } : { limit: 2, cursor }
      const page = await service.ok(person, 'listTerms', { params, query })
      found.push(...page.terms.map(({ term }) => term))
      assert.equal(page.hasMore, page.nextCursor !== null)
      cursor = page.nextCursor
      const { id } = await create(`a new one ${found.length}`)
      await service.ok(person, 'deleteTerm', { params: { ...params, termId: id } })
    } while (cursor !== null)
    assert.deepEqual(found.toSorted(), lasting.toSorted())
  })

  test('the limit is 1 to 100; other cursors were not issued here', async () => {
    for (const limit of ['0', '101', 'x', '1.5']) {
      await service.refused(owner, 'listTerms', { ...inOrg, query: { limit } }, 'validationError', { field: 'limit' })
    }
    await service.ok(owner, 'listTerms', { ...inOrg, query: { limit: 100 } })
    const { nextCursor } = await service.ok(owner, 'listTerms', { ...inOrg, query: { limit: 1 } })
    const other = await register(service)
    for (const cursor of ['', 'x', `${nextCursor}A`, nextCursor?.toLowerCase()]) {
      await service.refused(owner, 'listTerms', { ...inOrg, query: { cursor } }, 'invalidCursor')
    }
    const elsewhere = { params: { orgId: other.orgId }, query: { cursor: nextCursor } }
    await service.refused(other, 'listTerms', elsewhere, 'invalidCursor')
  })
})
