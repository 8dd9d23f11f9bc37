import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId, project } = await createScene(service)
const foreign = await createScene(service)
const inOrg = { params: { orgId } }
const localeId = (code: string) => project.locales.find((locale) => locale.code === code)?.id ?? 0
const de = localeId('de')
const fr = localeId('fr')
const french = await join(service, owner, orgId, 'reviewer', ['fr'])
const frenchAdmin = await join(service, owner, orgId, 'admin', ['fr'])
const key = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])

const create = (body: object) => service.ok(owner, 'createTerm', { ...inOrg, body })
const termOf = (termId: number) => ({ params: { orgId, termId } })

describe('getGlossary', () => {
  test('thirty first requests at once make one glossary', async () => {
    const person = await register(service)
    const asked = Array.from({ length: 30 }, () =>
      service.ok(person, 'getGlossary', { params: { orgId: person.orgId } }),
    )
    const [first, ...others] = await Promise.all(asked)
    assert.deepEqual(
      { ...first, createdAt: '', updatedAt: '', id: 0 },
      {
        id: 0,
        organizationId: person.orgId,
        name: 'Glossary',
        termCount: 0,
        createdAt: '',
        updatedAt: '',
      },
    )
    for (const other of others) assert.deepEqual(other, first)
  })

  test('counts the terms, and moves with them', async () => {
    const before = await service.ok(owner, 'getGlossary', inOrg)
    service.clock.advance(1000)
    const { id } = await create({ term: 'counted' })
    const after = await service.ok(owner, 'getGlossary', inOrg)
    assert.equal(after.termCount, before.termCount + 1)
    assert.ok(after.updatedAt > before.updatedAt)
    await service.ok(owner, 'deleteTerm', termOf(id))
    assert.equal((await service.ok(owner, 'getGlossary', inOrg)).termCount, before.termCount)
  })

  test('an API key is nobody here, and on the reading routes no guest', async () => {
    await service.refused(key, 'getGlossary', inOrg, 'personRequired')
    await service.refused(key, 'createTerm', { ...inOrg, body: { term: 'x' } }, 'personRequired')
    await service.refused(key, 'listTerms', inOrg, 'apiKeyOnOrganization')
    await service.refused(key, 'getTerm', termOf(1), 'apiKeyOnOrganization')
  })

  test("another organization's glossary is as unknown as one that never was, with a message and no code", async () => {
    for (const id of [foreign.orgId, 999_999]) {
      const answer = await service.call(owner, 'getGlossary', { params: { orgId: id } })
      assert.deepEqual([answer.status, answer.body], [404, { message: 'Glossary not found' }])
    }
  })
})

describe('createTerm', () => {
  test('201 with the whole term and its standard values', async () => {
    const now = service.clock.now().toISOString()
    const answer = await service.call(owner, 'createTerm', { ...inOrg, body: { term: 'Cart' } })
    assert.equal(answer.status, 201)
    const { id, conceptId, ...rest } = answer.body as { id: number; conceptId: string }
    assert.ok(id > 0 && conceptId.length > 0)
    assert.deepEqual(rest, {
      term: 'Cart',
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
      translations: [],
      createdAt: now,
      updatedAt: now,
    })
    assert.deepEqual(await service.ok(owner, 'getTerm', termOf(id)), answer.body)
  })

  test('every field is kept, and translations come along', async () => {
    const fields = {
      term: 'basket',
      definition: 'What one carries',
      subject: 'shop',
      termType: 'forbidden',
      partOfSpeech: 'noun',
      gender: 'neuter',
      description: 'Say cart',
      isCaseSensitive: true,
      isExactMatch: true,
      isTranslatable: false,
      sourceLocaleCode: 'EN',
    }
    const translations = [
      { localeId: fr, text: 'panier' },
      { localeId: de, text: 'alt', termType: 'forbidden' },
      { localeId: de, text: 'Korb', termType: 'forbidden', gender: 'masculine' },
    ]
    const made = await create({ ...fields, translations, id: 7, organizationId: foreign.orgId })
    const { id, conceptId, createdAt, updatedAt, translations: kept, ...rest } = made
    assert.deepEqual(rest, { ...fields, sourceLocaleCode: 'en' })
    assert.deepEqual(
      kept.map(({ id: _, ...translation }) => translation),
      [
        {
          localeId: de,
          localeCode: 'de',
          text: 'Korb',
          termType: 'forbidden',
          partOfSpeech: null,
          gender: 'masculine',
          description: null,
        },
        {
          localeId: fr,
          localeCode: 'fr',
          text: 'panier',
          termType: 'preferred',
          partOfSpeech: null,
          gender: null,
          description: null,
        },
      ],
    )
  })

  test('the source locale of the first project is the standard one, and English where there is none', async () => {
    const person = await register(service)
    const params = { orgId: person.orgId }
    const body = { term: 'early' }
    assert.equal((await service.ok(person, 'createTerm', { params, body })).sourceLocaleCode, 'en')
    await service.ok(person, 'createProject', { params, body: { name: 'P', sourceLocale: 'pt_br' } })
    assert.equal((await service.ok(person, 'createTerm', { params, body })).sourceLocaleCode, 'pt-BR')
  })

  test('422 at the edges of each field', async () => {
    const long = (length: number) => '😀'.repeat(length)
    const edges: [string, number][] = [
      ['term', 500],
      ['definition', 2000],
      ['partOfSpeech', 50],
      ['gender', 50],
      ['subject', 255],
      ['description', 2000],
    ]
    for (const [field, max] of edges) {
      await create({ term: 'edge', [field]: long(max) })
      const body = { term: 'edge', [field]: long(max + 1) }
      await service.refused(owner, 'createTerm', { ...inOrg, body }, 'fieldTooLong', { field })
    }
    const text = { localeId: de, text: long(500) }
    await create({ term: 'edge', translations: [text] })
    const wrong: [object, 'fieldRequired' | 'fieldTooShort' | 'fieldTooLong' | 'validationError', string][] = [
      [{}, 'fieldRequired', 'term'],
      [{ term: '' }, 'fieldTooShort', 'term'],
      [{ term: 5 }, 'validationError', 'term'],
      [{ term: 'a\0' }, 'validationError', 'term'],
      [{ term: 'a', termType: 'liked' }, 'validationError', 'termType'],
      [{ term: 'a', isExactMatch: 'yes' }, 'validationError', 'isExactMatch'],
      [{ term: 'a', sourceLocaleCode: '!' }, 'validationError', 'sourceLocaleCode'],
      [{ term: 'a', translations: [{ text: 'b' }] }, 'fieldRequired', 'translations.0.localeId'],
      [{ term: 'a', translations: [{ localeId: de }] }, 'fieldRequired', 'translations.0.text'],
      [{ term: 'a', translations: [{ localeId: de, text: '' }] }, 'fieldTooShort', 'translations.0.text'],
      [{ term: 'a', translations: [{ localeId: de, text: long(501) }] }, 'fieldTooLong', 'translations.0.text'],
    ]
    for (const [body, situation, field] of wrong)
      await service.refused(owner, 'createTerm', { ...inOrg, body }, situation, { field })
  })

  test('400 for a locale that the organization lacks, and nothing is made', async () => {
    const before = await service.ok(owner, 'getGlossary', inOrg)
    const elsewhere = foreign.project.locales[0]?.id ?? 0
    for (const id of [elsewhere, 999_999]) {
      const body = {
        term: 'lost',
        translations: [
          { localeId: de, text: 'x' },
          { localeId: id, text: 'y' },
        ],
      }
      const field = 'translations.1.localeId'
      await service.refused(owner, 'createTerm', { ...inOrg, body }, 'localeUnknown', { field })
    }
    const body = { term: 'lost', sourceLocaleCode: 'ja' }
    await service.refused(owner, 'createTerm', { ...inOrg, body }, 'localeUnknown', { field: 'sourceLocaleCode' })
    assert.equal((await service.ok(owner, 'getGlossary', inOrg)).termCount, before.termCount)
  })

  test('403 in a language that the member may not write', async () => {
    await service.refused(french, 'createTerm', { ...inOrg, body: { term: 'x' } }, 'localeForbidden')
    const body = { term: 'mot', sourceLocaleCode: 'fr', translations: [{ localeId: de, text: 'Wort' }] }
    await service.refused(french, 'createTerm', { ...inOrg, body }, 'localeForbidden')
    const { translations: _, ...alone } = body
    assert.equal((await service.ok(french, 'createTerm', { ...inOrg, body: alone })).sourceLocaleCode, 'fr')
  })
})

describe('updateTerm', () => {
  test('changes what is sent and nothing else; sent as it is, it changes nothing', async () => {
    const made = await create({ term: 'invoice', definition: 'A bill', gender: 'feminine' })
    service.clock.advance(1000)
    const request = { ...termOf(made.id), body: { definition: null, termType: 'forbidden' } }
    const changed = await service.ok(owner, 'updateTerm', request)
    const updatedAt = service.clock.now().toISOString()
    assert.deepEqual(changed, { ...made, definition: null, termType: 'forbidden', updatedAt })
    service.clock.advance(1000)
    assert.deepEqual(await service.ok(owner, 'updateTerm', request), changed)
    assert.deepEqual(await service.ok(owner, 'updateTerm', { ...termOf(made.id), body: {} }), changed)
  })

  test('translations sent along are added or replaced by locale', async () => {
    const made = await create({ term: 'receipt', translations: [{ localeId: de, text: 'Beleg' }] })
    const body = {
      translations: [
        { localeId: de, text: 'Quittung' },
        { localeId: fr, text: 'reçu' },
      ],
    }
    const { translations } = await service.ok(owner, 'updateTerm', { ...termOf(made.id), body })
    assert.deepEqual(
      translations.map(({ text }) => text),
      ['Quittung', 'reçu'],
    )
    assert.equal(translations[0]?.id, made.translations[0]?.id)
  })

  test('404 with a message for a term that is not there, or not in this organization', async () => {
    const theirs = await service.ok(foreign.owner, 'createTerm', {
      params: { orgId: foreign.orgId },
      body: { term: 'theirs' },
    })
    for (const id of [theirs.id, 999_999]) {
      for (const route of ['getTerm', 'updateTerm', 'deleteTerm'] as const) {
        const answer = await service.call(owner, route, { ...termOf(id), body: {} })
        assert.deepEqual([answer.status, answer.body], [404, { message: 'Term not found' }])
      }
    }
  })

  test('403 for a member who may not write the source language; their own translations they may', async () => {
    const { id } = await create({ term: 'shelf', translations: [{ localeId: de, text: 'Regal' }] })
    await service.refused(french, 'updateTerm', { ...termOf(id), body: { term: 'x' } }, 'localeForbidden')
    const body = { translations: [{ localeId: fr, text: 'étagère' }] }
    const seen = await service.ok(french, 'updateTerm', { ...termOf(id), body })
    assert.deepEqual(
      seen.translations.map(({ text }) => text),
      ['étagère'],
    )
  })
})

test('deleteTerm: 204, and the term is gone; not for members restricted to some languages', async () => {
  const { id } = await create({ term: 'gone', translations: [{ localeId: de, text: 'weg' }] })
  await service.refused(frenchAdmin, 'deleteTerm', termOf(id), 'restrictedToLocales')
  assert.equal((await service.call(owner, 'deleteTerm', termOf(id))).status, 204)
  await service.refused(owner, 'getTerm', termOf(id), 'termNotFound')
  await service.refused(owner, 'deleteTerm', termOf(id), 'termNotFound')
})

describe('translations of a term', () => {
  test('201 with the translation; in a locale that has one it is replaced, 200, under the same id', async () => {
    const { id } = await create({ term: 'order' })
    const body = { localeId: de, text: 'Auftrag', termType: 'forbidden', partOfSpeech: 'noun' }
    const made = await service.call(owner, 'createTermTranslation', { ...termOf(id), body })
    assert.equal(made.status, 201)
    const { id: translationId, ...rest } = made.body as { id: number }
    assert.deepEqual(rest, { ...body, localeCode: 'de', gender: null, description: null })
    const again = { localeId: de, text: 'Bestellung' }
    const replaced = await service.call(owner, 'createTermTranslation', { ...termOf(id), body: again })
    assert.deepEqual(
      [replaced.status, replaced.body],
      [
        200,
        {
          ...again,
          id: translationId,
          localeCode: 'de',
          termType: 'preferred',
          partOfSpeech: null,
          gender: null,
          description: null,
        },
      ],
    )
  })

  test('PATCH changes what is sent, DELETE answers 204; the term tells the time of both', async () => {
    const made = await create({ term: 'customer', translations: [{ localeId: de, text: 'Kunde', gender: 'm' }] })
    const translationId = made.translations[0]?.id ?? 0
    const at = { params: { orgId, termId: made.id, translationId } }
    service.clock.advance(1000)
    const body = { text: 'Kundin', termType: 'forbidden', description: 'Say Kundschaft' }
    const changed = await service.ok(owner, 'updateTermTranslation', { ...at, body })
    assert.deepEqual(changed, { ...made.translations[0], ...body })
    const { updatedAt } = await service.ok(owner, 'getTerm', termOf(made.id))
    assert.equal(updatedAt, service.clock.now().toISOString())
    service.clock.advance(1000)
    await service.ok(owner, 'updateTermTranslation', { ...at, body })
    assert.equal((await service.ok(owner, 'getTerm', termOf(made.id))).updatedAt, updatedAt)
    assert.equal((await service.call(owner, 'deleteTermTranslation', at)).status, 204)
    assert.deepEqual((await service.ok(owner, 'getTerm', termOf(made.id))).translations, [])
    await service.refused(owner, 'deleteTermTranslation', at, 'termTranslationNotFound')
  })

  test("404 for another term's translation", async () => {
    const one = await create({ term: 'one', translations: [{ localeId: de, text: 'eins' }] })
    const two = await create({ term: 'two' })
    const at = { params: { orgId, termId: two.id, translationId: one.translations[0]?.id ?? 0 } }
    await service.refused(owner, 'updateTermTranslation', { ...at, body: { text: 'x' } }, 'termTranslationNotFound')
    await service.refused(owner, 'deleteTermTranslation', at, 'termTranslationNotFound')
    assert.equal((await service.ok(owner, 'getTerm', termOf(one.id))).translations[0]?.text, 'eins')
  })

  test('400 for an unknown locale, 403 for a forbidden one, 422 in the order of the fields', async () => {
    const made = await create({ term: 'parcel', translations: [{ localeId: de, text: 'Paket' }] })
    const send = (body: object) => ({ ...termOf(made.id), body })
    const elsewhere = foreign.project.locales[0]?.id ?? 0
    for (const id of [elsewhere, 999_999]) {
      const request = send({ localeId: id, text: 'x' })
      await service.refused(owner, 'createTermTranslation', request, 'localeUnknown', { field: 'localeId' })
    }
    await service.refused(owner, 'createTermTranslation', send({}), 'fieldRequired', { field: 'localeId' })
    await service.refused(owner, 'createTermTranslation', send({ localeId: de }), 'fieldRequired', { field: 'text' })
    const empty = send({ localeId: de, text: '' })
    await service.refused(owner, 'createTermTranslation', empty, 'fieldTooShort', { field: 'text' })
    await service.refused(french, 'createTermTranslation', send({ localeId: de, text: 'x' }), 'localeForbidden')
    const at = { params: { orgId, termId: made.id, translationId: made.translations[0]?.id ?? 0 } }
    await service.refused(french, 'updateTermTranslation', { ...at, body: { text: 'x' } }, 'localeForbidden')
    await service.refused(frenchAdmin, 'deleteTermTranslation', at, 'localeForbidden')
    await service.ok(french, 'createTermTranslation', send({ localeId: fr, text: 'colis' }))
  })
})

test('a write is refused while the organization is read-only; a delete is not', async () => {
  const { id } = await create({ term: 'kept' })
  const limit = (keys: number | null) =>
    service.ok(owner, 'updateOrganization', { ...inOrg, body: { limits: { keys } } })
  await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'k' } })
  await limit(0)
  await service.refused(owner, 'createTerm', { ...inOrg, body: { term: 'x' } }, 'readOnly')
  await service.refused(owner, 'updateTerm', { ...termOf(id), body: {} }, 'readOnly')
  await service.ok(owner, 'getTerm', termOf(id))
  await service.ok(owner, 'deleteTerm', termOf(id))
  await limit(null)
})
