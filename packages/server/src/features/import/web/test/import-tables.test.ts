import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatOf } from '@parlance/formats'
import { join } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { fileOf, zipOf } from '../../test/import-scene.ts'
import { createLanguagesScene, type Params, places } from '../../test/languages-scene.ts'

const service = await startService()
const { owner, orgId, freshProject, download, upload, contentOf } = await createLanguagesScene(service)
const german = await join(service, owner, orgId, 'developer', ['de'])

/** Keys that have all that a table can say of them. */
async function filledProject(): Promise<Params> {
  const params = await freshProject()
  const create = (body: object) => service.ok(owner, 'createKey', { params, body })
  await create({
    key: '=cart',
    description: '-1 above the "list",\nof things',
    characterLimit: 40,
    translations: {
      en: { value: "=cmd|' /C calc'!A0", status: 'translated' },
      de: { value: "'Warenkorb'; _x0041_", status: 'not_reviewed' },
      fr: { value: ' Panier\r\n ', status: 'translated' },
    },
  })
  await create({
    key: 'files',
    isPlural: true,
    syntax: 'java',
    translations: {
      en: { value: '{count, plural, =0 {none} one {%d file} other {%d files}}', status: 'translated' },
      de: { value: '{count, plural, one {Datei} other {Dateien}}', status: 'translated' },
    },
  })
  await create({ key: 'only.german', translations: { de: { value: 'Nur hier', status: 'translated' } } })
  await create({ key: 'k'.repeat(768), translations: { en: { value: 'Long', status: 'translated' } } })
  const translations = { fr: { value: 'Caisse', status: 'translated' } }
  await create({ key: 'cart', namespace: 'check:out? of [the] shop', translations })
  return params
}

const OTHER = 'check%3Aout? of [the] shop'

for (const id of ['csv', 'xlsx'])
  describe(`formats 3 all languages in one file: ${id}`, () => {
    const { extensions } = formatOf(id)
    const file = `default.${extensions[0]}`

    test('an archive of several namespaces comes back as it was', async () => {
      const from = await filledProject()
      const { bytes } = await download(from, { format: id })
      const into = await freshProject()
      const { validated, committed } = await upload(into, [fileOf('export.zip', bytes)])
      const other = `${OTHER}/${OTHER}.${extensions[0]}`
      assert.deepEqual(places(validated.files).sort(), [
        [other, 'fr', 'check:out? of [the] shop', 1],
        [`${file}#de`, 'de', 'default', 1],
        [`${file}#en`, 'en', 'default', 1],
        [`${file}#fr`, 'fr', 'default', 1],
      ])
      assert.equal(committed.success, true, JSON.stringify(committed.errors))
      assert.deepEqual(await contentOf(into), await contentOf(from))
      assert.deepEqual((await download(into, { format: id })).bytes, bytes)
    })

    test('one file does as well, whatever it is called', async () => {
      const from = await filledProject()
      const { name, bytes } = await download(from, { format: id, namespaces: ['default'] })
      assert.equal(name, file)
      const into = await freshProject()
      const { validated } = await upload(into, [fileOf(`texts for you.${extensions[0]}`, bytes)])
      assert.deepEqual(
        validated.files.map(({ filename, detection }) => [filename, detection.detectedNamespace]).sort(),
        ['de', 'en', 'fr'].map((locale) => [`texts for you.${extensions[0]}#${locale}`, 'default']),
      )
      const expected = (await contentOf(from)).filter(({ key }) => key.startsWith('default/'))
      assert.deepEqual(await contentOf(into), expected)
    })

    test('character limits come with the keys that are new', async () => {
      const from = await filledProject()
      const { bytes } = await download(from, { format: id, namespaces: ['default'] })
      const into = await freshProject()
      await upload(into, [fileOf(file, bytes)])
      const { data } = await service.ok(owner, 'listKeys', { params: into, query: { search: 'cart' } })
      assert.deepEqual(
        data.map(({ key, characterLimit }) => [key, characterLimit]),
        [['=cart', 40]],
      )
    })

    test('languages that the project does not have come with it where that is allowed', async () => {
      const from = await filledProject()
      const sent = fileOf(file, (await download(from, { format: id, namespaces: ['default'] })).bytes)
      const into = await freshProject(['de'])
      const refused = await upload(into, [sent])
      assert.equal(refused.committed.success, false)
      const { committed } = await upload(into, [sent], { allowNewLocales: true })
      assert.equal(committed.success, true, JSON.stringify(committed.errors))
    })

    test('members of one language bring and take only that', async () => {
      const from = await filledProject()
      const { bytes } = await download(from, { format: id, namespaces: ['default'] }, german)
      const into = await freshProject()
      await upload(into, [fileOf(file, bytes)])
      assert.deepEqual(
        (await contentOf(into)).flatMap(({ said }) => said.map(([locale, value]) => [locale, value])),
        [
          ['de', "'Warenkorb'; _x0041_"],
          ['de', '{count, plural, one {Datei} other {Dateien}}'],
          ['de', 'Nur hier'],
        ],
      )
    })

    test('a namespace that has no texts yet is in the way of nothing', async () => {
      const from = await filledProject()
      await service.ok(owner, 'createNamespace', { params: from, body: { name: 'empty' } })
      const { bytes } = await download(from, { format: id })
      const { validated, committed } = await upload(await freshProject(), [fileOf('export.zip', bytes)])
      assert.equal(committed.success, true, JSON.stringify(committed.errors))
      assert.deepEqual(
        validated.warnings.map(({ filename }) => filename),
        [`empty/empty.${extensions[0]}`],
      )
    })

    test('a file in which nothing is a table is told, and harms nothing', async () => {
      const into = await freshProject()
      const body = { files: [{ ...fileOf('texts.csv', 'name;value\na;b\n'), format: id }] }
      const { files } = await service.ok(owner, 'validateImport', { params: into, body })
      assert.deepEqual(
        files.map(({ isValid, detection }) => [isValid, detection.errors[0]?.code]),
        [[false, 'syntax_error']],
      )
    })
  })

test('formats 11.9 namespaces of a table are told with their languages', async () => {
  const into = await freshProject()
  const table = 'key,namespace,de,fr\na,one,A,B\na,two,C,\nb,,D,\n'
  const { validated, committed } = await upload(into, [fileOf('texts.csv', table)])
  assert.deepEqual(places(validated.files).sort(), [
    ['texts.csv#one#de', 'de', 'one', 1],
    ['texts.csv#one#fr', 'fr', 'one', 1],
    ['texts.csv#texts#de', 'de', 'texts', 1],
    ['texts.csv#two#de', 'de', 'two', 1],
  ])
  assert.equal(committed.success, true, JSON.stringify(committed.errors))
})

describe('workbooks of others', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = (...rows: string[][]) =>
    `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="one" r:id="a"/><sheet name="two" r:id="b"/><sheet name="Notes" r:id="c"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${['a', 'b', 'c'].map((id) => `<Relationship Id="${id}" Type="${office}/worksheet" Target="${id}.xml"/>`).join('')}</Relationships>`,
    'xl/a.xml': sheet(['key', 'de', 'fr'], ['save', 'Sichern', 'Enregistrer']),
    'xl/b.xml': sheet(['key', 'de', 'fr'], ['save', 'Speichern', '']),
    'xl/c.xml': sheet(['Language', 'de'], ['words', '2']),
  }
  const workbook = (more: Record<string, string> = {}) => zipOf({ ...parts, ...more })

  test('each sheet is a namespace', async () => {
    const into = await freshProject()
    const { validated } = await upload(into, [fileOf('texts.xlsx', await workbook())])
    assert.deepEqual(places(validated.files).sort(), [
      ['texts.xlsx#one#de', 'de', 'one', 1],
      ['texts.xlsx#one#fr', 'fr', 'one', 1],
      ['texts.xlsx#two#de', 'de', 'two', 1],
    ])
    assert.deepEqual(
      (await contentOf(into)).map(({ key, said }) => [key, said.map(([locale, value]) => [locale, value])]),
      [
        [
          'one/save',
          [
            ['de', 'Sichern'],
            ['fr', 'Enregistrer'],
          ],
        ],
        ['two/save', [['de', 'Speichern']]],
      ],
    )
  })

  test('a workbook is no archive of files, under whatever name and inside of one', async () => {
    const into = await freshProject()
    for (const filename of ['texts.zip', 'de.json', 'texts']) {
      const { validated } = await upload(into, [fileOf(filename, await workbook())])
      assert.equal(validated.files.length, 3, filename)
      assert.ok(validated.files.every(({ detection }) => detection.format === 'xlsx'))
    }
    const archive = await zipOf({ 'texts.xlsx': await workbook(), 'de.json': { a: 'b' } })
    const { validated } = await upload(into, [fileOf('all.zip', archive)])
    assert.deepEqual(validated.files.map(({ detection }) => detection.format).sort(), ['json', 'xlsx', 'xlsx', 'xlsx'])
  })

  test('a workbook that becomes too large is refused', async () => {
    const into = await freshProject()
    const bomb = await workbook({ 'xl/a.xml': ' '.repeat(5_000_000) })
    const body = { files: [fileOf('texts.xlsx', bomb)] }
    await service.refused(owner, 'validateImport', { params: into, body }, 'zipBomb', { field: 'files.0' })
  })

  test('a workbook that is damaged is told', async () => {
    const into = await freshProject()
    const body = { files: [fileOf('texts.xlsx', await workbook({ 'xl/a.xml': '<worksheet>' }))] }
    const { files } = await service.ok(owner, 'validateImport', { params: into, body })
    assert.deepEqual(
      files.map(({ isValid, detection }) => [isValid, detection.errors[0]?.code]),
      [[false, 'syntax_error']],
    )
  })
})
