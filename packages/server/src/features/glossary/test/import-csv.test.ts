import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project } = await createScene(service)
const french = await join(service, owner, orgId, 'reviewer', ['fr'])
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

/** An organization of its own in English, German and French, so that a test starts with an empty glossary. */
async function emptyGlossary() {
  const { owner, orgId, project } = await createScene(service)
  const inOrg = { params: { orgId } }
  return {
    owner,
    orgId,
    project,
    send: (content: string, more: object = {}, caller: Caller = owner) =>
      service.ok(caller, 'importGlossaryCsv', {
        ...inOrg,
        body: { content: base64(content), conflictStrategy: 'skip', ...more },
      }),
    terms: async () => (await service.ok(owner, 'listTerms', inOrg)).terms,
  }
}

const nothing = { imported: 0, skipped: 0, updated: 0 }

test('all columns are read, rows grouped by concept_id wherever they stand', async () => {
  const { send, terms } = await emptyGlossary()
  const answer = await send(
    [
      'concept_id,definition,subject,locale_code,term,term_type,part_of_speech,is_case_sensitive,is_exact_match,is_translatable,is_forbidden,description,gender',
      'c1,What one buys,shop,en,Cart,preferred,noun,true,TRUE,no,false,Say cart,neuter',
      'c2,,,en,Order,,,,,,,,',
      'c1,,,de,Warenkorb,forbidden,Nomen,,,,,Nicht Korb,masculine',
      'c1,,,FR,panier,,,,,,true,,',
    ].join('\n'),
  )
  assert.deepEqual(answer, { imported: 2, skipped: 0, updated: 0, errors: [] })
  const [cart, order] = await terms()
  const { id, createdAt, updatedAt, translations, ...fields } = cart as NonNullable<typeof cart>
  assert.deepEqual(fields, {
    conceptId: 'c1',
    term: 'Cart',
    definition: 'What one buys',
    subject: 'shop',
    termType: 'preferred',
    partOfSpeech: 'noun',
    gender: 'neuter',
    description: 'Say cart',
    isCaseSensitive: true,
    isExactMatch: true,
    isTranslatable: false,
    sourceLocaleCode: 'en',
  })
  assert.deepEqual(
    translations.map(({ localeCode, text, termType, partOfSpeech, gender, description }) => [
      localeCode,
      text,
      termType,
      partOfSpeech,
      gender,
      description,
    ]),
    [
      ['de', 'Warenkorb', 'forbidden', 'Nomen', 'masculine', 'Nicht Korb'],
      ['fr', 'panier', 'forbidden', null, null, null],
    ],
  )
  assert.deepEqual([order?.conceptId, order?.termType, order?.isTranslatable], ['c2', 'preferred', true])
})

test('without concept_id, rows belong to the source row before them', async () => {
  const { send, terms } = await emptyGlossary()
  const answer = await send(
    'term,locale_code\r\nKorb,de\r\ncart,en\r\nWarenkorb,de\r\npanier,fr\r\norder,EN\r\nBestellung,de\r\n',
  )
  assert.deepEqual(answer, {
    ...nothing,
    imported: 2,
    errors: [{ row: 1, message: 'No row in the source language stands before this row' }],
  })
  assert.deepEqual(
    (await terms()).map(({ term, translations }) => [term, ...translations.map(({ text }) => text)]),
    [
      ['cart', 'Warenkorb', 'panier'],
      ['order', 'Bestellung'],
    ],
  )
})

describe('what cannot be read', () => {
  test('a missing column is one error at row 0, and nothing is imported', async () => {
    const { send, terms } = await emptyGlossary()
    for (const [file, columns] of [
      ['locale,term\nen,cart', 'column: locale_code'],
      ['locale_code,word\nen,cart', 'column: term'],
      ['a,b\nen,cart', 'columns: locale_code, term'],
      ['', 'columns: locale_code, term'],
    ] as const) {
      assert.deepEqual(await send(file), { ...nothing, errors: [{ row: 0, message: `Missing required ${columns}` }] })
    }
    assert.deepEqual(await terms(), [])
  })

  test('what is no Base64, or no UTF-8, is one error at row 0', async () => {
    const { orgId, owner } = await emptyGlossary()
    const send = (content: string) =>
      service.ok(owner, 'importGlossaryCsv', { params: { orgId }, body: { content, conflictStrategy: 'skip' } })
    for (const content of ['locale_code,term', 'abcde', '!!!!'])
      assert.deepEqual(await send(content), { ...nothing, errors: [{ row: 0, message: 'The content is not Base64' }] })
    const latin = base64(Buffer.from('locale_code,term\nfr,\xe9t\xe9', 'latin1'))
    assert.deepEqual(await send(latin), { ...nothing, errors: [{ row: 0, message: 'The file is not in UTF-8' }] })
  })

  test('bad rows are told by number while the rest is imported', async () => {
    const { send, terms } = await emptyGlossary()
    const long = 'x'.repeat(501)
    const answer = await send(
      [
        '\ufeffconcept_id,locale_code,term,term_type,is_exact_match',
        'c1,en,cart,,',
        'c1,xx,kart,,',
        'c1,,ohne,,',
        '',
        'c1,de,,,',
        'c2,en,"two',
        'lines",,',
        'c3,en',
        'c4,en,a,liked,',
        'c5,en,a,,maybe',
        `c6,en,${long},,`,
        'c7,en,ok,,,,',
        'c8,en,too,,,many',
        'c6,de,verwaist,,',
      ].join('\n'),
    )
    assert.deepEqual(answer, {
      ...nothing,
      imported: 3,
      errors: [
        { row: 2, message: 'Unknown locale: xx' },
        { row: 3, message: 'The row has no locale_code' },
        { row: 4, message: 'The row has no term' },
        { row: 6, message: 'The row has no term' },
        { row: 7, message: 'Unknown term_type: liked' },
        { row: 8, message: 'is_exact_match is neither true nor false: maybe' },
        { row: 9, message: 'term has more than 500 characters' },
        { row: 11, message: 'The row has 6 cells, the header 5' },
        { row: 12, message: 'The concept has no source term that could be written' },
      ],
    })
    assert.deepEqual(
      (await terms()).map(({ term }) => term),
      ['cart', 'ok', 'two\nlines'],
    )
  })

  test('a quote that is never closed ends the reading; what came before is imported', async () => {
    const { send } = await emptyGlossary()
    const answer = await send('locale_code,term\nen,cart\nde,"Korb\nen,order\n')
    assert.deepEqual(answer, { ...nothing, imported: 1, errors: [{ row: 2, message: 'A quoted cell is not closed' }] })
  })
})

test('14.8 cells that are missing at the end of a row are empty', async () => {
  const { send, terms } = await emptyGlossary()
  const file =
    'locale_code,term,definition,term_type,is_exact_match\nen,cart\nde,Korb\nen,order,What is bought\nen,\nen'
  const missing = [4, 5].map((row) => ({ row, message: 'The row has no term' }))
  assert.deepEqual(await send(file), { ...nothing, imported: 2, errors: missing })
  assert.deepEqual(
    (await terms()).map(({ term, definition, translations }) => [term, definition, translations[0]?.text]),
    [
      ['cart', null, 'Korb'],
      ['order', 'What is bought', undefined],
    ],
  )
})

describe('columnMapping', () => {
  test("maps the file's headers to ours; what it does not name keeps its name", async () => {
    const { send, terms } = await emptyGlossary()
    const columnMapping = { Sprache: 'locale_code', __proto__x: 'term', Wort: 'term', locale_code: 'description' }
    const file = 'Sprache,Wort,definition,locale_code\nen,cart,A thing,said'
    assert.deepEqual(await send(file, { columnMapping }), { ...nothing, imported: 1, errors: [] })
    const [term] = await terms()
    assert.deepEqual([term?.term, term?.definition, term?.description], ['cart', 'A thing', 'said'])
  })

  test('422 for a column that is none of ours', async () => {
    const body = { content: '', conflictStrategy: 'skip', columnMapping: { Wort: 'word' } }
    await service.refused(owner, 'importGlossaryCsv', { params: { orgId }, body }, 'validationError', {
      field: 'columnMapping.Wort',
    })
  })
})

test('422 in the order of the fields', async () => {
  const send = (body: object, situation: 'fieldRequired' | 'validationError', field: string) =>
    service.refused(owner, 'importGlossaryCsv', { params: { orgId }, body }, situation, { field })
  await send({}, 'fieldRequired', 'content')
  await send({ content: 5, conflictStrategy: 5 }, 'validationError', 'content')
  await send({ content: '' }, 'fieldRequired', 'conflictStrategy')
  await send({ content: '', conflictStrategy: 'replace' }, 'validationError', 'conflictStrategy')
})

test('413 with the code UNKNOWN for a body over 1 MiB, to the byte', async () => {
  const frame = JSON.stringify({ content: '', conflictStrategy: 'skip' })
  const body = (length: number) => frame.replace('""', `"${'A'.repeat(length - frame.length)}"`)
  const most = await service.call(owner, 'importGlossaryCsv', { params: { orgId }, body: body(2 ** 20) })
  assert.equal(most.status, 200)
  const more = { params: { orgId }, body: body(2 ** 20 + 1) }
  await service.refused(owner, 'importGlossaryCsv', more, 'csvBodyTooLarge')
})

describe('conflicts', () => {
  const first = 'concept_id,locale_code,term,definition,gender\nc1,en,Cart,,\nc1,de,Warenkorb,,\n,en,Order,Old,'
  const second =
    'concept_id,locale_code,term,definition,gender\nc1,en,Trolley,New,neuter\nc1,fr,chariot,,\n,en,ORDER,New,\n,de,Bestellung,,m\n,en,fresh,,'
  const shape = ({
    term,
    definition,
    translations,
  }: {
    term: string
    definition: string | null
    translations: { text: string }[]
  }) => [term, definition, translations.map(({ text }) => text).join()]

  test('skip leaves a concept of the same id, or else of the same source term', async () => {
    const { send, terms } = await emptyGlossary()
    await send(first)
    assert.deepEqual(await send(second), { imported: 1, skipped: 2, updated: 0, errors: [] })
    assert.deepEqual((await terms()).map(shape), [
      ['Cart', null, 'Warenkorb'],
      ['fresh', null, ''],
      ['Order', 'Old', ''],
    ])
  })

  test('overwrite replaces it whole, under the same id', async () => {
    const { send, terms } = await emptyGlossary()
    await send(first)
    const before = await terms()
    service.clock.advance(1000)
    const answer = await send(second, { conflictStrategy: 'overwrite' })
    assert.deepEqual(answer, { imported: 1, skipped: 0, updated: 2, errors: [] })
    const after = await terms()
    assert.deepEqual(after.map(shape), [
      ['fresh', null, ''],
      ['ORDER', 'New', 'Bestellung'],
      ['Trolley', 'New', 'chariot'],
    ])
    assert.deepEqual([after[2]?.id, after[1]?.id], [before[0]?.id, before[1]?.id])
    service.clock.advance(1000)
    await send(second, { conflictStrategy: 'overwrite' })
    assert.deepEqual(await terms(), after, 'overwritten with the same, not even its time moves')
  })

  test('merge adds what is missing and leaves what is there', async () => {
    const { send, terms } = await emptyGlossary()
    await send(first)
    const answer = await send(second, { conflictStrategy: 'merge' })
    assert.deepEqual(answer, { imported: 1, skipped: 0, updated: 2, errors: [] })
    const after = await terms()
    assert.deepEqual(after.map(shape), [
      ['Cart', 'New', 'Warenkorb,chariot'],
      ['fresh', null, ''],
      ['Order', 'Old', 'Bestellung'],
    ])
    assert.equal(after[0]?.gender, null, 'the gender of another word is of no use')
    assert.deepEqual(await send(second, { conflictStrategy: 'merge' }), {
      imported: 0,
      skipped: 3,
      updated: 0,
      errors: [],
    })
    assert.deepEqual(await terms(), after)
  })

  test('two concepts of one file are the same by the same rule, unless their ids tell them apart', async () => {
    const { send, terms } = await emptyGlossary()
    const file = 'concept_id,locale_code,term\n,en,bank\n,en,Bank\nx,en,spring\ny,en,Spring'
    assert.deepEqual(await send(file), { imported: 3, skipped: 1, updated: 0, errors: [] })
    assert.deepEqual(await send(file), { imported: 0, skipped: 4, updated: 0, errors: [] })
    assert.equal((await terms()).length, 3)
  })
})

test('a restricted member writes their own languages; the other rows are told and not counted as skipped', async () => {
  const glossary = await service.ok(owner, 'importGlossaryCsv', {
    params: { orgId },
    body: { content: base64('locale_code,term\nen,cart\nde,Korb'), conflictStrategy: 'skip' },
  })
  assert.equal(glossary.imported, 1)
  const file = 'locale_code,term\nen,cart\nde,Wagen\nfr,panier\nen,order\nfr,commande'
  const body = { content: base64(file), conflictStrategy: 'merge' }
  assert.deepEqual(await service.ok(french, 'importGlossaryCsv', { params: { orgId }, body }), {
    imported: 0,
    skipped: 0,
    updated: 1,
    errors: [
      { row: 1, message: 'Access denied to locale: en' },
      { row: 2, message: 'Access denied to locale: de' },
      { row: 4, message: 'Access denied to locale: en' },
      { row: 5, message: 'The concept has no source term that could be written' },
    ],
  })
  const over = { params: { orgId }, body: { ...body, conflictStrategy: 'overwrite' } }
  await service.ok(french, 'importGlossaryCsv', over)
  const { terms } = await service.ok(owner, 'listTerms', { params: { orgId } })
  assert.deepEqual(
    terms.map(({ term, translations }) => [term, ...translations.map(({ text }) => text)]),
    [['cart', 'Korb', 'panier']],
  )
  assert.ok(project.id)
})

test('English is known before any project brings languages along; others are not', async () => {
  const person = await register(service)
  const body = { content: base64('locale_code,term\nen,cart\nde,Korb'), conflictStrategy: 'skip' }
  const answer = await service.ok(person, 'importGlossaryCsv', { params: { orgId: person.orgId }, body })
  assert.deepEqual(answer, { ...nothing, imported: 1, errors: [{ row: 2, message: 'Unknown locale: de' }] })
})
