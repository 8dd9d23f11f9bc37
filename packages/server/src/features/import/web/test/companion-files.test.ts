import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startService } from '../../../../../test/harness.ts'
import { unzip } from '../../../export/test/unzip.ts'
import { createImportScene, fileOf, zipOf } from '../../test/import-scene.ts'

const service = await startService()
const { owner, orgId, params, begin, commit, validate, values } = await createImportScene(service)

const FILES = '{files, plural, one {%d file} other {%d files}}'
const DATEIEN = '{files, plural, one {%d Datei} other {%d Dateien}}'
const plurals = (...lines: string[]) => `<plist version="1.0">\n<dict>\n${lines.join('\n')}\n</dict>\n</plist>\n`
const dictionary = (name: string, format: string, one: string, other: string) => `<key>${name}</key>
<dict>
  <key>NSStringLocalizedFormatKey</key><string>${format}</string>
  <key>files</key>
  <dict>
    <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
    <key>NSStringFormatValueTypeKey</key><string>d</string>
    <key>one</key><string>${one}</string>
    <key>other</key><string>${other}</string>
  </dict>
</dict>`

async function exported(projectId: number) {
  const body = { format: 'apple-strings', localeCodes: ['en', 'de'] }
  const { body: bytes } = await service.call(owner, 'exportKeys', { params: { projectId }, body })
  return bytes as Buffer
}

const textsIn = async (archive: Buffer) =>
  Object.fromEntries((await unzip(archive)).map(({ path, text }) => [path, text]))

before(async () => {
  const create = (key: string, en: string, de: string, more: object) => {
    const translations = { en: { value: en, status: 'translated' }, de: { value: de, status: 'translated' } }
    return service.ok(owner, 'createKey', { params, body: { key, translations, syntax: 'apple', ...more } })
  }
  await create('title', '%@ of mine', 'Mein %@', {})
  await create('files', FILES, DATEIEN, { isPlural: true })
  await create('found', `Found ${FILES}.`, 'Nichts gefunden.', {})
  await create('only', FILES, DATEIEN, { isPlural: true, namespace: 'more' })
})

describe('formats 4 files that belong together', () => {
  test('are both in the archive, the second only where there is something for it', async () => {
    const texts = await textsIn(await exported(params.projectId))
    assert.deepEqual(Object.keys(texts).sort(), [
      'de.lproj/Localizable.strings',
      'de.lproj/Localizable.stringsdict',
      'en.lproj/Localizable.strings',
      'en.lproj/Localizable.stringsdict',
      'more/de.lproj/Localizable.strings',
      'more/de.lproj/Localizable.stringsdict',
      'more/en.lproj/Localizable.strings',
      'more/en.lproj/Localizable.stringsdict',
    ])
    assert.equal(texts['en.lproj/Localizable.strings'], '"title" = "%@ of mine";\n')
    assert.equal(texts['de.lproj/Localizable.strings'], '"found" = "Nichts gefunden.";\n"title" = "Mein %@";\n')
    assert.deepEqual(texts['en.lproj/Localizable.stringsdict']?.match(/%#@files@|Found %#@files@\./g), [
      '%#@files@',
      'Found %#@files@.',
    ])
    assert.ok(texts['de.lproj/Localizable.stringsdict']?.includes('<string>%d Dateien</string>'))
    assert.ok(!texts['de.lproj/Localizable.stringsdict']?.includes('found'))
    assert.equal(texts['more/de.lproj/Localizable.strings'], '')
  })

  test('come back from their archive as they left', async () => {
    const archive = await exported(params.projectId)
    const body = { name: 'Again', sourceLocale: 'en', locales: ['de'] }
    const { id: projectId } = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const send = { files: [{ ...fileOf('all.zip', archive), syntax: 'apple' }] }
    const { validationId, files } = await service.ok(owner, 'validateImport', { params: { projectId }, body: send })
    for (const { filename, detection } of files) {
      assert.deepEqual(detection.errors, [], filename)
      assert.deepEqual(
        [detection.format, detection.detectedLocale],
        ['apple-strings', filename.includes('de.lproj') ? 'de' : 'en'],
      )
    }
    const both = { validationId, fileMappings: [], conflictResolutions: [] }
    const { success } = await service.ok(owner, 'commitImport', { params: { projectId }, body: both })
    assert.equal(success, true)
    assert.deepEqual(await textsIn(await exported(projectId)), await textsIn(archive))
  })

  test('are for one namespace and language when they come by themselves; of a key in both, the later one counts', async () => {
    const strings = fileOf('App/fr.lproj/Sizes.strings', '"size" = "Taille";\n"files" = "%d";\n')
    const dictionaries = fileOf('App/fr.lproj/Sizes.stringsdict', plurals(dictionary('files', '%#@files@', '1', '%d')))
    const options = { allowNewLocales: true }
    const { files } = await validate([strings, dictionaries], options)
    assert.deepEqual(
      files.map(({ isValid, detection: { format, detectedLocale, detectedNamespace } }) => [
        isValid,
        format,
        detectedLocale,
        detectedNamespace,
      ]),
      Array(2).fill([true, 'apple-strings', 'fr', 'Sizes']),
    )
    const { success } = await commit(await begin([strings, dictionaries], options))
    assert.equal(success, true)
    assert.deepEqual((await values())['Sizes/fr'], {
      files: '{files, plural, one {1} other {%d}}',
      size: 'Taille',
    })
  })

  test('what macOS puts beside them is none of them, and a binary list is refused with what to do about it', async () => {
    const zip = await zipOf({
      'en.lproj/Localizable.strings': '"a" = "x";',
      'en.lproj/._Localizable.strings': Buffer.from([0, 5, 22, 7]),
      'en.lproj/InfoPlist.strings': Buffer.from('bplist00\xd0\x08', 'latin1'),
    })
    const { files } = await validate([fileOf('all.zip', zip)])
    assert.deepEqual(
      files.map(({ filename, isValid }) => [filename, isValid]),
      [
        ['en.lproj/Localizable.strings', true],
        ['en.lproj/InfoPlist.strings', false],
      ],
    )
    assert.match(files[1]?.detection.errors[0]?.message ?? '', /plutil -convert xml1/)
  })
})
