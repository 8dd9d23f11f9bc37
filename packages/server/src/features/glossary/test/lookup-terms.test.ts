import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareTerms } from '@parlance/checks'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { TermIndex } from '../../../term-index/term-index.ts'
import { projectTerms, readTerms, readTermsVersion } from '../../checks/project-terms.ts'

const service = await startService()
const { owner, orgId, projectId, project } = await createScene(service)
const localeId = (code: string) => project.locales.find((locale) => locale.code === code)?.id ?? 0
const [de, fr] = [localeId('de'), localeId('fr')]
const inOrg = { params: { orgId } }
const inProject = { params: { projectId } }
const create = (body: object) => service.ok(owner, 'createTerm', { ...inOrg, body })
const look = async (text: string, more: object = {}, caller: Caller = owner) =>
  (
    await service.ok(caller, 'lookupTerms', {
      ...inProject,
      body: { text, sourceLocaleCode: 'en', targetLocaleCode: 'de', ...more },
    })
  ).hits
const shown = async (text: string, more: object = {}) =>
  (await look(text, more)).map(({ term, start, end }) => [term, start, end])

test('a glossary that nobody has asked for yet has no hits', async () => assert.deepEqual(await look('cart'), []))

test('hits tell the term, its place in UTF-16 units, its translations in the target language, and whether it is forbidden', async () => {
  const cart = await create({
    term: 'cart',
    translations: [
      { localeId: de, text: 'Warenkorb' },
      { localeId: fr, text: 'panier' },
    ],
  })
  const basket = await create({ term: 'basket', termType: 'forbidden' })
  const german = cart.translations.filter(({ localeCode }) => localeCode === 'de')
  assert.deepEqual(await look('😀 Carts, not baskets'), [
    { termId: cart.id, term: 'cart', start: 3, end: 7, translations: german, isForbidden: false },
    { termId: basket.id, term: 'basket', start: 14, end: 20, translations: [], isForbidden: true },
  ])
  assert.equal((await look('cart', { targetLocaleCode: 'FR' }))[0]?.translations[0]?.text, 'panier')
})

test('up to 20 terms of one text are told, and up to 10,000 hits, the first of the text', async () => {
  for (let made = 0; made < 21; made++) await create({ term: 'twin' })
  const twins = await look('twin')
  assert.equal(new Set(twins.map(({ termId }) => termId)).size, 20)
  const hits = await look('twin '.repeat(13_000))
  assert.deepEqual([hits.length, hits.at(-1)?.start], [10_000, 5 * 499])
})

test('only terms of the source language count', async () => {
  await create({ term: 'gift', sourceLocaleCode: 'de' })
  assert.deepEqual(await shown('gift'), [])
  assert.deepEqual(await shown('gift', { sourceLocaleCode: 'de' }), [['gift', 0, 4]])
  assert.deepEqual(await shown('gift', { sourceLocaleCode: 'ja' }), [])
})

test('nothing is kept in memory for languages that the organization does not have', async () => {
  const { kept } = service.services.terms
  for (const made of ['qa', 'qb-Latn', 'qc-QM', 'sl-rozaj']) await look('gift', { sourceLocaleCode: made })
  assert.equal(service.services.terms.kept, kept)
})

test('languages with few terms are forgotten too when there are many, the longest unused first', async () => {
  const index = new TermIndex(service.db, 500)
  const found = async (code: string) => (await index.find(orgId, code, 'gift')).length
  for (const code of ['de', 'en', 'fr', 'de', 'en']) await found(code)
  assert.equal(index.kept, 2)
  assert.equal(await found('de'), 1)
})

test('a lookup knows every change that was answered before it', async () => {
  const { id } = await create({ term: 'lamp' })
  const at = { params: { orgId, termId: id } }
  assert.deepEqual(await shown('lamps and lights'), [['lamp', 0, 4]])
  await service.ok(owner, 'updateTerm', { ...at, body: { term: 'light', isExactMatch: true } })
  assert.deepEqual(await shown('lamp lights light'), [['light', 12, 17]])
  await service.ok(owner, 'updateTerm', { ...at, body: { isCaseSensitive: true, term: 'Light' } })
  assert.deepEqual(await shown('light Light'), [['Light', 6, 11]])
  const body = { translations: [{ localeId: de, text: 'Licht' }] }
  await service.ok(owner, 'updateTerm', { ...at, body })
  assert.equal((await look('Light'))[0]?.translations[0]?.text, 'Licht')
  await service.ok(owner, 'updateTerm', { ...at, body: { sourceLocaleCode: 'fr' } })
  assert.deepEqual(await shown('Light'), [])
  assert.deepEqual(await shown('Light', { sourceLocaleCode: 'fr' }), [['Light', 0, 5]])
  await service.ok(owner, 'deleteTerm', at)
  assert.deepEqual(await shown('Light', { sourceLocaleCode: 'fr' }), [])
  await create({ term: 'oil' })
  const longer = await create({ term: 'oil tank' })
  assert.deepEqual(await shown('oil tank'), [['oil tank', 0, 8]])
  await service.ok(owner, 'deleteTerm', { params: { orgId, termId: longer.id } })
  assert.deepEqual(await shown('oil tank'), [['oil', 0, 3]], 'what is gone takes no room')
  const concepts = ['table', 'chair'].map((text) => ({ terms: [{ localeCode: 'en', text }] }))
  const file = { version: '1.0', concepts, conflictStrategy: 'skip' }
  await service.ok(owner, 'importGlossaryJson', { ...inOrg, body: file })
  assert.deepEqual(await shown('chairs'), [['chair', 0, 5]])
})

test('first lookups at once find the same', async () => {
  const scene = await createScene(service)
  const concepts = Array.from({ length: 5_000 }, (_, at) => ({ terms: [{ localeCode: 'en', text: `thing ${at}` }] }))
  const at = { params: { orgId: scene.orgId } }
  await service.ok(scene.owner, 'importGlossaryJson', {
    ...at,
    body: { version: '1.0', concepts, conflictStrategy: 'skip' },
  })
  const body = { text: 'a thing 4999.', sourceLocaleCode: 'en', targetLocaleCode: 'de' }
  const request = { params: { projectId: scene.projectId }, body }
  const answers = await Promise.all(Array.from({ length: 5 }, () => service.ok(scene.owner, 'lookupTerms', request)))
  for (const { hits } of answers)
    assert.deepEqual(
      hits.map(({ term }) => term),
      ['thing 4999'],
    )
})

test("a key with translations:read looks up its project's organization; others see nothing of it", async () => {
  const key = await createApiKey(service, owner, projectId, ['translations:read'])
  assert.equal((await look('cart', {}, key)).length, 1)
  const stranger = await createScene(service)
  const body = { text: 'cart', sourceLocaleCode: 'en', targetLocaleCode: 'de' }
  const there = await service.ok(stranger.owner, 'lookupTerms', { params: { projectId: stranger.projectId }, body })
  assert.deepEqual(there.hits, [])
  await service.refused(stranger.owner, 'lookupTerms', { ...inProject, body }, 'projectNotFound')
})

test('a restricted member looks up into their own languages alone', async () => {
  const french = await join(service, owner, orgId, 'translator', ['en', 'fr'])
  assert.equal((await look('cart', { targetLocaleCode: 'fr' }, french))[0]?.translations[0]?.text, 'panier')
  const body = { text: 'cart', sourceLocaleCode: 'en', targetLocaleCode: 'de' }
  await service.refused(french, 'lookupTerms', { ...inProject, body }, 'localeForbidden')
})

test('422 in the order of the fields', async () => {
  const send = (body: object, situation: 'fieldRequired' | 'fieldTooLong' | 'validationError', field: string) =>
    service.refused(owner, 'lookupTerms', { ...inProject, body }, situation, { field })
  await send({}, 'fieldRequired', 'text')
  await send({ text: 'x'.repeat(65_537) }, 'fieldTooLong', 'text')
  await send({ text: '' }, 'fieldRequired', 'sourceLocaleCode')
  await send({ text: '', sourceLocaleCode: 'en' }, 'fieldRequired', 'targetLocaleCode')
  await send({ text: '', sourceLocaleCode: '!', targetLocaleCode: 'de' }, 'validationError', 'sourceLocaleCode')
})

describe('14.8 a lookup', () => {
  test('compares in NFC, whichever form either side has', async () => {
    await create({ term: 'cafe\u0301' })
    await create({ term: 'Ha\u0302n', isCaseSensitive: true })
    await create({ term: '\u1112\u1161\u11ab\u1100\u1173\u11af' })
    assert.deepEqual(await shown('un café noir'), [['cafe\u0301', 3, 7]])
    assert.deepEqual(await shown('un cafe\u0301 noir'), [['cafe\u0301', 3, 8]])
    assert.deepEqual(await shown('Cafe\u0301s'), [['cafe\u0301', 0, 5]], 'an inflection')
    assert.deepEqual(await shown('cafe noir'), [])
    assert.deepEqual(await shown('Hân, hân'), [['Ha\u0302n', 0, 3]])
    assert.deepEqual(await shown('Ha\u0302n, ha\u0302n'), [['Ha\u0302n', 0, 4]])
    assert.deepEqual(await shown('한글'), [['\u1112\u1161\u11ab\u1100\u1173\u11af', 0, 2]])
  })

  test('takes any white space for one space, and tells places in the text as it was sent', async () => {
    await create({ term: ' credit  card ' })
    for (const between of [' ', '  ', '\n\t  ', '\u00a0', '\u2003\u2003']) {
      const end = 'my credit'.length + between.length + 'card'.length
      assert.deepEqual(await shown(`my credit${between}card  x`), [[' credit  card ', 3, end]])
    }
    assert.deepEqual(await shown('creditcard'), [])
    assert.deepEqual(await shown('e\u0301  credit \n card'), [[' credit  card ', 4, 17]])
  })

  test('that names a hidden language is forbidden; the name of a concept is for everybody', async () => {
    const german = await join(service, owner, orgId, 'viewer', ['de'])
    const body = { text: 'gift', sourceLocaleCode: 'en', targetLocaleCode: 'de' }
    await service.refused(german, 'lookupTerms', { ...inProject, body }, 'localeForbidden')
    const hidden = { ...body, sourceLocaleCode: 'ja' }
    await service.refused(german, 'lookupTerms', { ...inProject, body: hidden }, 'localeForbidden')
    assert.equal((await look('gift', { sourceLocaleCode: 'de' }, german))[0]?.term, 'gift')
    const { terms } = await service.ok(german, 'listTerms', inOrg)
    const basket = terms.find(({ term }) => term === 'basket') ?? assert.fail('the name of a concept is hidden')
    assert.deepEqual([basket.sourceLocaleCode, basket.translations], ['en', []])
    for (const name of ['exportGlossaryCsv', 'exportGlossaryJson', 'exportGlossaryTbx'] as const) {
      await service.refused(german, name, { ...inOrg, query: { localeIds: `${de},${fr}` } }, 'localeForbidden')
      await service.ok(german, name, { ...inOrg, query: { localeIds: de } })
    }
  })
})

describe('qa 2 what a glossary says about the texts of a project', () => {
  const kept = (id: number) => projectTerms(service.services, service.db, { id })
  const read = async (id: number) => prepareTerms(await readTerms(service.db, { id }))

  test('is nothing where there is no glossary', async () => {
    const { projectId: id } = await createScene(service)
    assert.ok((await kept(id)).isEmpty)
    assert.ok((await read(id)).isEmpty)
    assert.equal(await readTermsVersion(service.db, { id }), await readTermsVersion(service.db, { id }))
  })

  test('is known as it was last changed, and has another version then', async () => {
    const scene = await createScene(service)
    const { projectId: id } = scene
    const inGerman = scene.project.locales.find(({ code }) => code === 'de')?.id ?? 0
    const at = { params: { orgId: scene.orgId } }
    const versions = new Set<string>()
    const told = async () => {
      versions.add(await readTermsVersion(service.db, { id }))
      const [fromMemory, fromList] = [await kept(id), await read(id)]
      const both = [fromMemory, fromList].map((terms) => [
        terms.missingIn('Your cart', 'Dein Wagen', 'de').map(({ term }) => term),
        terms.forbiddenIn('Dein Wagen', 'de').map(({ term }) => term),
        terms.untranslatedIn('Your cart', 'de').length,
      ])
      assert.deepEqual(both[0], both[1])
      return both[0]
    }
    const { id: termId } = await service.ok(scene.owner, 'createTerm', { ...at, body: { term: 'cart' } })
    const ofTerm = { params: { orgId: scene.orgId, termId } }
    assert.deepEqual(await told(), [[], [], 0])
    const translation = { localeId: inGerman, text: 'Warenkorb' }
    const made = await service.ok(scene.owner, 'createTermTranslation', { ...ofTerm, body: translation })
    assert.deepEqual(await told(), [['cart'], [], 0])
    await service.ok(scene.owner, 'updateTermTranslation', {
      params: { ...ofTerm.params, translationId: made.id },
      body: { text: 'Wagen', termType: 'forbidden' },
    })
    assert.deepEqual(await told(), [[], ['Wagen'], 0])
    await service.ok(scene.owner, 'updateTerm', { ...ofTerm, body: { isTranslatable: false } })
    assert.deepEqual(await told(), [[], ['Wagen'], 1])
    await service.ok(scene.owner, 'deleteTerm', ofTerm)
    assert.deepEqual(await told(), [[], [], 0])
    assert.equal(versions.size, 5)
  })
})
