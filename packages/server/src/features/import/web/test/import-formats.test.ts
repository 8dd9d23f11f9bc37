import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startService } from '../../../../../test/harness.ts'
import { createImportScene, fileOf, zipOf } from '../../test/import-scene.ts'

const service = await startService()
const { owner, params, validate } = await createImportScene(service)

describe('formats 3: which format a file has', () => {
  const detected = async (...files: Parameters<typeof validate>[0]) =>
    (await validate(files)).files.map(({ detection: { format, keyCount } }) => [format, keyCount])

  test('texts decide nothing', async () => {
    const i18next = { greeting: 'Hi {{name}}', file_one: '{{count}} file', file_other: '{{count}} files' }
    assert.deepEqual(await detected(fileOf('en.json', i18next)), [['json', 3]])
    assert.deepEqual(await detected({ ...fileOf('en.json', i18next), format: 'i18next-v4' }), [['i18next-v4', 2]])
  })

  test('what is said of an archive holds for those of its files that can have the format', async () => {
    const zip = await zipOf({ 'en.json': { file_one: 'a', file_other: 'b' }, 'notes.txt': 'Hello' })
    const { files, warnings } = await validate([{ ...fileOf('all.zip', zip), format: 'i18next-v4' }])
    assert.deepEqual(
      files.map(({ detection: { format, keyCount } }) => [format, keyCount]),
      [['i18next-v4', 1]],
    )
    assert.deepEqual(
      warnings.map(({ filename }) => filename),
      ['notes.txt'],
    )
  })

  test('a file whose name says nothing is known by its structure', async () => {
    assert.deepEqual(await detected(fileOf('texts', { a: 'x' }), fileOf('en.txt', { a: 'x' })), [
      ['json', 1],
      ['json', 1],
    ])
  })

  test('a file of an archive that is damaged has none', async () => {
    const { files } = await validate([fileOf('all.zip', await zipOf({ 'en.json': 'no json' }))])
    assert.deepEqual([files[0]?.detection.format, files[0]?.isValid], [null, false])
    assert.deepEqual(
      files[0]?.detection.errors.map(({ filename, code }) => [filename, code]),
      [['en.json', 'syntax_error']],
    )
  })
})

describe('fields', () => {
  const file = fileOf('en.json', { a: 'x' })
  const invalid: [sent: object, field: string][] = [
    [{ format: 'word' }, 'format'],
    [{ format: null }, 'format'],
    [{ format: 'json', formatOptions: { colour: 'red' } }, 'formatOptions.colour'],
    [{ formatOptions: { colour: 'red' } }, 'formatOptions.colour'],
    [{ formatOptions: { colour: 1 } }, 'formatOptions.colour'],
    [{ formatOptions: { __proto__x: true } }, 'formatOptions.__proto__x'],
    [{ formatOptions: { descriptions: 'overwrite' } }, 'formatOptions.descriptions'],
    [{ formatOptions: { source: 'create' } }, 'formatOptions.source'],
    [{ formatOptions: [] }, 'formatOptions'],
    [{ placeholders: 'translate' }, 'placeholders'],
  ]
  for (const [sent, field] of invalid)
    test(`${JSON.stringify(sent)} is refused at ${field}`, async () => {
      const body = { files: [file, { ...file, ...sent }] }
      await service.refused(owner, 'validateImport', { params, body }, 'validationError', { field: `files.1.${field}` })
    })

  test('an archive may come with what one of its files understands', async () => {
    const zip = fileOf('all.zip', await zipOf({ 'en.json': { a: 'x' } }))
    const body = { files: [{ ...zip, formatOptions: { descriptions: 'overwrite' } }] }
    const meta = { field: 'files.0.formatOptions.descriptions' }
    await service.refused(owner, 'validateImport', { params, body }, 'validationError', meta)
    await service.ok(owner, 'validateImport', { params, body: { files: [{ ...zip, formatOptions: {} }] } })
  })
})
