import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { longestTurn } from '../../../../test/longest-turn.ts'
import { onThisMachine } from '../../../../test/this-machine.ts'

const service = await startService()
const { owner, orgId } = await createScene(service)
const french = await join(service, owner, orgId, 'reviewer', ['fr'])
const inOrg = { params: { orgId } }
const bodyOf = (concepts: object[], more: object = {}) => ({
  version: '1.0',
  concepts,
  conflictStrategy: 'skip',
  ...more,
})
const send = (concepts: object[], more: object = {}) =>
  service.ok(owner, 'importGlossaryJson', { ...inOrg, body: bodyOf(concepts, more) })
const find = async (search: string) =>
  (await service.ok(owner, 'listTerms', { ...inOrg, query: { search } })).terms.map(
    ({ id, conceptId, createdAt, updatedAt, translations, ...term }) => ({
      ...term,
      translations: translations.map(({ localeCode, text }) => `${localeCode} ${text}`),
    }),
  )

const standard = {
  definition: null,
  subject: null,
  termType: 'preferred',
  partOfSpeech: null,
  gender: null,
  description: null,
  isCaseSensitive: false,
  isExactMatch: false,
  isTranslatable: true,
  sourceLocaleCode: 'en',
}

test('concepts with everything they can have, and with as little', async () => {
  const answer = await send([
    {
      definition: 'A shop on wheels',
      subject: 'trade',
      isTranslatable: false,
      terms: [
        { localeCode: 'de', text: 'Wagen' },
        {
          localeCode: 'EN',
          text: 'Van',
          termType: 'forbidden',
          description: 'Say truck',
          partOfSpeech: 'noun',
          gender: 'neuter',
          isCaseSensitive: true,
          isExactMatch: true,
        },
      ],
    },
    { terms: [{ localeCode: 'en', text: 'vanish' }] },
  ])
  assert.deepEqual(answer, { imported: 2, skipped: 0, updated: 0, errors: [] })
  assert.deepEqual(await find('van'), [
    {
      ...standard,
      term: 'Van',
      definition: 'A shop on wheels',
      subject: 'trade',
      termType: 'forbidden',
      partOfSpeech: 'noun',
      gender: 'neuter',
      description: 'Say truck',
      isCaseSensitive: true,
      isExactMatch: true,
      isTranslatable: false,
      translations: ['de Wagen'],
    },
    { ...standard, term: 'vanish', translations: [] },
  ])
})

test('sourceLocaleCode says which term is the source; without one in it, the first is', async () => {
  const terms = [
    { localeCode: 'en', text: 'letter' },
    { localeCode: 'de', text: 'Brief' },
  ]
  await send([{ terms }, { terms: [{ localeCode: 'fr', text: 'lettre morte' }] }], { sourceLocaleCode: 'de' })
  assert.deepEqual(await find('brief'), [
    { ...standard, term: 'Brief', sourceLocaleCode: 'de', translations: ['en letter'] },
  ])
  assert.deepEqual(await find('lettre morte'), [
    { ...standard, term: 'lettre morte', sourceLocaleCode: 'fr', translations: [] },
  ])
})

test('what has no place is told with the number of its concept, and the rest is imported', async () => {
  const answer = await send([
    { terms: [] },
    {
      terms: [
        { localeCode: 'en', text: 'lamp' },
        { localeCode: 'tlh', text: 'wov' },
      ],
    },
    {
      terms: [
        { localeCode: '??', text: 'x' },
        { localeCode: 'de', text: 'Schirm' },
      ],
    },
    {
      terms: [
        { localeCode: 'en', text: 'lampshade' },
        { localeCode: 'de', text: 'Schirm' },
        { localeCode: 'de', text: 'Hut' },
      ],
    },
  ])
  assert.deepEqual(answer, {
    imported: 3,
    skipped: 0,
    updated: 0,
    errors: [
      { row: 1, message: 'The concept has no terms' },
      { row: 2, message: 'Unknown locale: tlh' },
      { row: 3, message: 'Unknown locale: ??' },
      { row: 4, message: 'The concept has another term in de already' },
    ],
  })
})

test('a restricted member is told which terms they may not write', async () => {
  const concepts = [
    {
      terms: [
        { localeCode: 'en', text: 'sea' },
        { localeCode: 'fr', text: 'mer' },
      ],
    },
    { terms: [{ localeCode: 'fr', text: 'lac' }] },
  ]
  const answer = await service.ok(french, 'importGlossaryJson', { ...inOrg, body: bodyOf(concepts) })
  assert.deepEqual(answer, {
    imported: 1,
    skipped: 0,
    updated: 0,
    errors: [
      { row: 1, message: 'Access denied to locale: en' },
      { row: 1, message: 'The concept has no source term that could be written' },
    ],
  })
})

test('overwrite and merge', async () => {
  const river = (text: string, more: object = {}) => ({
    ...more,
    terms: [
      { localeCode: 'en', text: 'River' },
      { localeCode: 'de', text },
    ],
  })
  await send([river('Fluss', { definition: 'Water' })])
  assert.equal((await send([river('Strom')], { conflictStrategy: 'merge' })).skipped, 1)
  assert.equal((await send([river('Strom', { subject: 'land' })], { conflictStrategy: 'merge' })).updated, 1)
  const [merged] = await find('river')
  assert.deepEqual([merged?.definition, merged?.subject, merged?.translations], ['Water', 'land', ['de Fluss']])
  assert.equal((await send([river('Strom')], { conflictStrategy: 'overwrite' })).updated, 1)
  const [written] = await find('river')
  assert.deepEqual([written?.definition, written?.subject, written?.translations], [null, null, ['de Strom']])
})

describe('422', () => {
  const term = { localeCode: 'en', text: 'x' }
  const cases: [object, 'fieldRequired' | 'fieldTooLong' | 'fieldTooShort' | 'validationError', string][] = [
    [{}, 'fieldRequired', 'version'],
    [{ version: '2.0' }, 'validationError', 'version'],
    [{ version: 1 }, 'validationError', 'version'],
    [{ version: '1.0' }, 'fieldRequired', 'concepts'],
    [{ version: '1.0', concepts: {} }, 'validationError', 'concepts'],
    [{ version: '1.0', concepts: [] }, 'fieldRequired', 'conflictStrategy'],
    [bodyOf([], { conflictStrategy: 'no' }), 'validationError', 'conflictStrategy'],
    [bodyOf([], { sourceLocaleCode: '!' }), 'validationError', 'sourceLocaleCode'],
    [bodyOf([{}]), 'fieldRequired', 'concepts.0.terms'],
    [bodyOf([{ terms: [term, { text: 'x' }] }]), 'fieldRequired', 'concepts.0.terms.1.localeCode'],
    [bodyOf([{ terms: [{ localeCode: 'en' }] }]), 'fieldRequired', 'concepts.0.terms.0.text'],
    [bodyOf([{ terms: [{ localeCode: 'en', text: '' }] }]), 'fieldTooShort', 'concepts.0.terms.0.text'],
    [bodyOf([{ terms: [{ ...term, text: 'x'.repeat(501) }] }]), 'fieldTooLong', 'concepts.0.terms.0.text'],
    [bodyOf([{ terms: [{ ...term, gender: 'x'.repeat(51) }] }]), 'fieldTooLong', 'concepts.0.terms.0.gender'],
    [bodyOf([{ terms: [{ ...term, termType: 'x' }] }]), 'validationError', 'concepts.0.terms.0.termType'],
    [bodyOf([{ terms: [] }, { terms: [], definition: 'x'.repeat(2001) }]), 'fieldTooLong', 'concepts.1.definition'],
    [bodyOf([{ terms: [], subject: 'x'.repeat(256) }]), 'fieldTooLong', 'concepts.0.subject'],
    [bodyOf([{ terms: [], isTranslatable: 'no' }]), 'validationError', 'concepts.0.isTranslatable'],
  ]
  for (const [body, situation, field] of cases) {
    test(`${situation} ${field}`, () =>
      service.refused(owner, 'importGlossaryJson', { ...inOrg, body }, situation, { field }))
  }

  test('100,000 concepts are taken, one more is not', async () => {
    const many = Array.from({ length: 100_000 }, () => ({ terms: [] }))
    assert.equal((await send(many)).errors.length, 100_000)
    const body = bodyOf([...many, { terms: [] }])
    await service.refused(owner, 'importGlossaryJson', { ...inOrg, body }, 'validationError', { field: 'concepts' })
  })
})

test('413 for a body over 10 MB, to the byte', async () => {
  const frame = JSON.stringify(bodyOf([], { padding: '' }))
  const body = (length: number) => frame.replace('"padding":""', `"padding":"${'x'.repeat(length - frame.length)}"`)
  const limit = 10 * 2 ** 20
  assert.equal((await service.call(owner, 'importGlossaryJson', { ...inOrg, body: body(limit) })).status, 200)
  await service.refused(owner, 'importGlossaryJson', { ...inOrg, body: body(limit + 1) }, 'bodyTooLarge')
})

test('other requests are answered while a large import is under way', async () => {
  const scene = await createScene(service)
  const concepts = Array.from({ length: 20_000 }, (_, at) => ({
    terms: ['en', 'de', 'fr'].map((localeCode) => ({ localeCode, text: `${localeCode} ${at}` })),
  }))
  const body = JSON.stringify(bodyOf(concepts))
  const longest = await longestTurn(async () => {
    const answer = await service.ok(scene.owner, 'importGlossaryJson', { params: { orgId: scene.orgId }, body })
    assert.equal(answer.imported, 20_000)
  })
  const glossary = await service.ok(scene.owner, 'getGlossary', { params: { orgId: scene.orgId } })
  assert.equal(glossary.termCount, 20_000)
  assert.ok(longest < onThisMachine(200), `the event loop stood still for ${Math.round(longest)} ms`)
})

test('two imports at once follow each other, and no concept comes twice', async () => {
  const scene = await createScene(service)
  const concepts = Array.from({ length: 200 }, (_, at) => ({ terms: [{ localeCode: 'en', text: `term ${at}` }] }))
  const request = { params: { orgId: scene.orgId }, body: bodyOf(concepts) }
  const answers = await Promise.all([1, 2, 3].map(() => service.ok(scene.owner, 'importGlossaryJson', request)))
  assert.deepEqual(answers.map(({ imported }) => imported).sort(), [0, 0, 200])
  assert.equal((await service.ok(scene.owner, 'getGlossary', request)).termCount, 200)
})

describe('14.8 the source language of a file', () => {
  const refused = (sourceLocaleCode: string) =>
    service.refused(
      owner,
      'importGlossaryJson',
      { ...inOrg, body: bodyOf([{ terms: [{ localeCode: 'en', text: 'unheard of' }] }], { sourceLocaleCode }) },
      'validationError',
      { field: 'sourceLocaleCode' },
    )

  test('is one of the organization, and nothing is imported otherwise', async () => {
    for (const code of ['ja', 'xx', 'no locale']) await refused(code)
    assert.deepEqual(await find('unheard of'), [])
    await send([{ terms: [{ localeCode: 'de', text: 'Unerhört' }] }], { sourceLocaleCode: 'DE' })
    assert.equal((await find('Unerhört'))[0]?.sourceLocaleCode, 'de')
  })
})
