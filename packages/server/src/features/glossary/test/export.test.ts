import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project } = await createScene(service)
const french = await join(service, owner, orgId, 'viewer', ['fr'])
const inOrg = { params: { orgId } }
const localeId = (code: string) => project.locales.find((locale) => locale.code === code)?.id ?? 0
const [en, de, fr] = [localeId('en'), localeId('de'), localeId('fr')]
const formats = ['exportGlossaryCsv', 'exportGlossaryJson', 'exportGlossaryTbx'] as const

const terms: object[] = [
  {
    term: '=cmd|"calc"!A1',
    definition: 'One\r\ntwo, "three"',
    subject: "'quoted",
    partOfSpeech: 'Nomen',
    gender: 'neuter',
    description: '<b>&amp;',
    isCaseSensitive: true,
    isExactMatch: true,
    isTranslatable: false,
    translations: [
      { localeId: de, text: 'MARKER\u0001', termType: 'forbidden', gender: 'x' },
      { localeId: fr, text: ' panier ', description: '-1' },
    ],
  },
  { term: 'cart', termType: 'forbidden', translations: [{ localeId: en, text: 'trolley' }] },
  { term: 'cart' },
  { term: 'Brief', sourceLocaleCode: 'de', translations: [{ localeId: fr, text: 'lettre' }] },
]
for (const body of terms) await service.ok(owner, 'createTerm', { ...inOrg, body })

async function download(route: (typeof formats)[number], query: Record<string, unknown> = {}, caller: Caller = owner) {
  const { status, headers, body } = await service.call(caller, route, { ...inOrg, query })
  assert.equal(status, 200)
  return { headers, text: typeof body === 'string' ? body : JSON.stringify(body), body }
}

test('each is an attachment of its type', async () => {
  const told = await Promise.all(
    formats.map(async (route) => {
      const { headers } = await download(route)
      return [headers['content-type'], headers['content-disposition']]
    }),
  )
  assert.deepEqual(told, [
    ['text/csv; charset=utf-8', 'attachment; filename="glossary.csv"'],
    ['application/json', 'attachment; filename="glossary.json"'],
    ['application/xml; charset=utf-8', 'attachment; filename="glossary.tbx"'],
  ])
})

test('CSV has the columns of the import, guarded and quoted', async () => {
  const { text } = await download('exportGlossaryCsv')
  const [header, , ...rows] = text.split('\r\n')
  assert.equal(
    header,
    'concept_id,definition,subject,locale_code,term,term_type,part_of_speech,is_case_sensitive,is_exact_match,is_translatable,is_forbidden,description,gender',
  )
  assert.match(text, /,"'=cmd\|""calc""!A1",preferred,Nomen,true,true,false,false,<b>&amp;,neuter\r\n/)
  assert.match(text, /,"One\r\ntwo, ""three""",''quoted,en,/)
  assert.ok(rows.some((row) => /^c-[-\w]+,,,en,cart,forbidden,,false,false,true,true,,$/.test(row)))
})

test('JSON has the form of the import', async () => {
  const { body } = await download('exportGlossaryJson')
  const { version, sourceLocaleCode, concepts } = body as {
    version: string
    sourceLocaleCode: string
    concepts: { conceptId: string }[]
  }
  assert.deepEqual([version, sourceLocaleCode], ['1.0', 'en'])
  assert.deepEqual(concepts.map(({ conceptId: _, ...concept }) => concept).slice(1), [
    {
      isTranslatable: true,
      terms: [
        { localeCode: 'en', text: 'cart', termType: 'forbidden', isCaseSensitive: false, isExactMatch: false },
        { localeCode: 'en', text: 'trolley', termType: 'preferred' },
      ],
    },
    {
      isTranslatable: true,
      terms: [{ localeCode: 'en', text: 'cart', termType: 'preferred', isCaseSensitive: false, isExactMatch: false }],
    },
    {
      isTranslatable: true,
      sourceLocaleCode: 'de',
      terms: [
        { localeCode: 'de', text: 'Brief', termType: 'preferred', isCaseSensitive: false, isExactMatch: false },
        { localeCode: 'fr', text: 'lettre', termType: 'preferred' },
      ],
    },
  ])
})

test('TBX is of 2019, or of 2008 for who asks for that; no other edition is known', async () => {
  for (const query of [{}, { dialect: '2019' }]) {
    const { text } = await download('exportGlossaryTbx', query)
    assert.match(text, /<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">/)
    assert.ok(text.includes('<conceptEntry ') && !/martif|termEntry|langSet|<tig>/.test(text), text)
  }
  const { text, headers } = await download('exportGlossaryTbx', { dialect: '2008', localeIds: fr })
  assert.equal(headers['content-disposition'], 'attachment; filename="glossary.tbx"')
  assert.match(text, /<martif type="TBX-Basic" xml:lang="en">[\s\S]*<\/martif>\n$/)
  assert.ok(text.includes('<tig>') && !/<tbx|conceptEntry|langSec|termSec|MARKER/.test(text), text)
  const ids = text.match(/(?<= id=")[^"]+/g) ?? []
  assert.equal(new Set(ids).size, terms.length)
  const query = { dialect: '2002' }
  await service.refused(owner, 'exportGlossaryTbx', { ...inOrg, query }, 'validationError', { field: 'dialect' })
})

test('a glossary without terms is a file without concepts', async () => {
  const scene = await createScene(service)
  const at = { params: { orgId: scene.orgId } }
  const json = await service.ok(scene.owner, 'exportGlossaryJson', at)
  assert.deepEqual(json, { version: '1.0', sourceLocaleCode: 'en', concepts: [] })
  const { body } = await service.call(scene.owner, 'exportGlossaryCsv', at)
  assert.match(String(body), /^concept_id,.*gender\r\n$/)
})

describe('localeIds', () => {
  test('chooses translations, comma-separated or repeated; source terms stay', async () => {
    for (const route of formats) {
      const { text } = await download(route, { localeIds: fr })
      assert.ok(text.includes('panier') && text.includes('cart') && !text.includes('MARKER'), route)
      const both = await download(route, { localeIds: `${fr},${de}` })
      assert.ok(both.text.includes('panier') && both.text.includes('MARKER'), route)
    }
  })

  test('400 for a locale that the organization lacks, 422 for what is no id', async () => {
    const foreign = (await createScene(service)).project.locales[0]?.id ?? 0
    for (const route of formats) {
      for (const id of [foreign, 999_999]) {
        const query = { localeIds: `${fr},${id}` }
        await service.refused(owner, route, { ...inOrg, query }, 'localeUnknown', { field: 'localeIds.1' })
      }
      await service.refused(owner, route, { ...inOrg, query: { localeIds: 'fr' } }, 'validationError', {
        field: 'localeIds.0',
      })
    }
  })

  test('a restricted member gets their own languages, and 403 for naming another', async () => {
    for (const route of formats) {
      const { text } = await download(route, {}, french)
      assert.ok(text.includes('panier') && !text.includes('MARKER'), route)
      await service.refused(french, route, { ...inOrg, query: { localeIds: de } }, 'localeForbidden')
    }
  })
})

describe('what was exported imports back without loss', () => {
  /** Everything but ids and times, which belong to the place. */
  const contentOf = async (caller: Caller, orgId: number) => {
    const { terms } = await service.ok(caller, 'listTerms', { params: { orgId }, query: { limit: 100 } })
    return terms
      .map(({ id, createdAt, updatedAt, translations, ...term }) => ({
        ...term,
        translations: translations.map(({ id, localeId, ...translation }) => translation),
      }))
      .sort((a, b) => (a.conceptId < b.conceptId ? -1 : 1))
  }

  for (const [name, route, query, send] of [
    [
      'CSV',
      'exportGlossaryCsv',
      {},
      (text: string) => ['importGlossaryCsv', { content: Buffer.from(text).toString('base64') }],
    ],
    ['JSON', 'exportGlossaryJson', {}, (text: string) => ['importGlossaryJson', JSON.parse(text)]],
    ['TBX', 'exportGlossaryTbx', {}, (content: string) => ['importGlossaryTbx', { content }]],
    ['TBX of 2008', 'exportGlossaryTbx', { dialect: '2008' }, (content: string) => ['importGlossaryTbx', { content }]],
  ] as [string, (typeof formats)[number], object, (text: string) => ['importGlossaryTbx', object]][]) {
    test(name, async () => {
      // Makes the one concept that a file could not tell apart without a word about its source language.
      const body = { term: 'Post', sourceLocaleCode: 'de', translations: [{ localeId: en, text: 'mail' }] }
      const extra = await service.ok(owner, 'createTerm', { ...inOrg, body })
      const [importing, file] = send((await download(route, { ...query })).text)
      const elsewhere = await createScene(service)
      const at = { params: { orgId: elsewhere.orgId }, body: { ...file, conflictStrategy: 'skip' } }
      const answer = await service.ok(elsewhere.owner, importing, at)
      assert.deepEqual(answer, { imported: terms.length + 1, skipped: 0, updated: 0, errors: [] })
      assert.deepEqual(await contentOf(elsewhere.owner, elsewhere.orgId), await contentOf(owner, orgId))
      const again = { ...inOrg, body: { ...file, conflictStrategy: 'overwrite' } }
      const before = await service.ok(owner, 'listTerms', inOrg)
      service.clock.advance(1000)
      assert.equal((await service.ok(owner, importing, again)).updated, terms.length + 1)
      assert.deepEqual(await service.ok(owner, 'listTerms', inOrg), before)
      await service.ok(owner, 'deleteTerm', { params: { orgId, termId: extra.id } })
    })
  }
})

test('more terms than fit into one slice arrive once each', async () => {
  const scene = await createScene(service)
  const at = { params: { orgId: scene.orgId } }
  const concepts = Array.from({ length: 1_001 }, (_, at) => ({ terms: [{ localeCode: 'en', text: `term ${at}` }] }))
  const body = { version: '1.0', concepts, conflictStrategy: 'skip' }
  await service.ok(scene.owner, 'importGlossaryJson', { ...at, body })
  const exported = await service.ok(scene.owner, 'exportGlossaryJson', at)
  assert.deepEqual(
    exported.concepts.map(({ terms }) => terms[0]?.text),
    concepts.map(({ terms }) => terms[0]?.text),
  )
})

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

describe('other tools', () => {
  const folder = mkdtempSync(joinPath(tmpdir(), 'parlance-tbx-'))
  after(() => rmSync(folder, { recursive: true }))

  test('xmllint finds the TBX well-formed', { skip: !has('xmllint', '--version') }, async () => {
    const file = joinPath(folder, 'glossary.tbx')
    for (const dialect of ['2019', '2008']) {
      writeFileSync(file, (await download('exportGlossaryTbx', { dialect })).text)
      const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', file], { encoding: 'utf8' })
      assert.equal(status, 0, stderr)
    }
  })

  test('translate-toolkit makes PO of the TBX of 2008', { skip: !has('tbx2po', '--help') }, async () => {
    const [from, to] = [joinPath(folder, 'martif.tbx'), joinPath(folder, 'martif.po')]
    writeFileSync(from, (await download('exportGlossaryTbx', { dialect: '2008', localeIds: fr })).text)
    assert.ok(has('tbx2po', '--progress=none', from, to))
    const po = readFileSync(to, 'utf8')
    assert.match(po, /msgid "=cmd\|\\"calc\\"!A1"\nmsgstr " panier "/)
    assert.match(po, /msgid "Brief"\nmsgstr "lettre"/)
  })

  test('a TBX file made by translate-toolkit is imported', { skip: !has('csv2tbx', '--help') }, async () => {
    const [from, to] = [joinPath(folder, 'in.csv'), joinPath(folder, 'out.tbx')]
    writeFileSync(from, '"","wheel","roue"\n"","brake & pad","frein"\n')
    assert.ok(has('csv2tbx', '--progress=none', from, to))
    const content = readFileSync(to, 'utf8')
    const scene = await createScene(service)
    const body = { content, conflictStrategy: 'skip' }
    const answer = await service.ok(scene.owner, 'importGlossaryTbx', { params: { orgId: scene.orgId }, body })
    assert.equal(answer.imported, 2, JSON.stringify([answer, content]))
  })
})

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }).filter((text) => !text.includes('\0'))
const optional = fc.option(word, { nil: undefined })
const details = { text: word, gender: optional, description: optional, partOfSpeech: optional }
const generated = fc.uniqueArray(
  fc.record({
    conceptId: word,
    definition: optional,
    subject: optional,
    isTranslatable: fc.boolean(),
    source: fc.record({ ...details, isCaseSensitive: fc.boolean(), isExactMatch: fc.boolean() }),
    others: fc.uniqueArray(
      fc.record({
        localeCode: fc.constantFrom('de', 'fr'),
        termType: fc.constantFrom('preferred', 'forbidden'),
        ...details,
      }),
      { selector: ({ localeCode }) => localeCode },
    ),
  }),
  { minLength: 1, maxLength: 5, selector: ({ conceptId }) => conceptId },
)

/** An organization whose glossary is what a file says; returns what its export says. */
async function exportOf(concepts: object[]): Promise<object[]> {
  const { id } = await service.ok(owner, 'createOrganization', { body: { name: 'Round trip' } })
  const own = { params: { orgId: id } }
  for (const code of ['en', 'de', 'fr'])
    await service.call(owner, 'createOrganizationLocale', { ...own, body: { code } })
  const body = { version: '1.0', sourceLocaleCode: 'en', concepts, conflictStrategy: 'skip' }
  const { imported, errors } = await service.ok(owner, 'importGlossaryJson', { ...own, body })
  assert.deepEqual({ imported, errors }, { imported: concepts.length, errors: [] })
  return (await service.ok(owner, 'exportGlossaryJson', own)).concepts
}

test('a generated glossary survives JSON, through the service and back', () =>
  fc.assert(
    fc.asyncProperty(generated, async (drawn) => {
      const given = drawn.map(({ source, others, ...concept }) => ({
        ...concept,
        terms: [{ localeCode: 'en', ...source }, ...others],
      }))
      const first = await exportOf(given)
      const texts = (concepts: object[]) =>
        (concepts as typeof given).map(({ conceptId, terms }) => [conceptId, terms.map(({ text }) => text).sort()])
      assert.deepEqual(texts(first).sort(), texts(given).sort())
      assert.deepEqual(await exportOf(first), first)
    }),
    { numRuns: 12 },
  ))
