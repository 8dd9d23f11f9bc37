import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatOf } from '@parlance/formats'
import { join } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { onThisMachine } from '../../../../../test/this-machine.ts'
import { fileOf } from '../../test/import-scene.ts'
import { createLanguagesScene, type Params, places } from '../../test/languages-scene.ts'

const { id, extensions, path, syntax } = formatOf('xcstrings')
const service = await startService()
const { owner, orgId, freshProject, download, upload, contentOf } = await createLanguagesScene(service)
const german = await join(service, owner, orgId, 'developer', ['de'])

/** Keys that have all that a catalog can say of them. */
async function filledProject(): Promise<Params> {
  const params = await freshProject()
  const create = (body: object) => service.ok(owner, 'createKey', { params, body: { syntax, ...body } })
  await create({
    key: 'cart',
    description: 'Above the "list"\nof things',
    translations: {
      en: { value: 'Your cart', status: 'translated' },
      de: { value: 'Warenkorb', status: 'not_reviewed' },
      fr: { value: 'Panier', status: 'translated' },
    },
  })
  await create({
    key: 'files',
    isPlural: true,
    translations: {
      en: { value: '{count, plural, =0 {none} one {a file} other {files}}', status: 'translated' },
      de: { value: '{count, plural, one {Datei} other {Dateien}}', status: 'translated' },
      fr: { value: '{count, plural, one {f} many {m} other {o}}', status: 'not_reviewed' },
    },
  })
  await create({ key: 'only.german', translations: { de: { value: 'Nur hier', status: 'translated' } } })
  const { id: keyId } = await create({ key: 'tap', translations: { en: { value: 'Tap', status: 'translated' } } })
  const mac = { stringUnit: { state: 'translated', value: 'Click' } }
  const data = { apple: { extractionState: 'stale', localizations: { en: { variations: { device: { mac } } } } } }
  await service.ok(owner, 'putFormatData', { params: { ...params, keyId }, body: data })
  await create({ key: 'cart', namespace: 'checkout', translations: { fr: { value: 'Caisse', status: 'translated' } } })
  return params
}

describe('formats 3 all languages in one file', () => {
  test('an archive of several namespaces comes back as it was', async () => {
    const from = await filledProject()
    const { bytes } = await download(from, { format: id })
    const into = await freshProject()
    const { validated, committed } = await upload(into, [fileOf('export.zip', bytes)])
    assert.deepEqual(places(validated.files).sort(), [
      [`${path}#de`, 'de', 'default', 1],
      [`${path}#en`, 'en', 'default', 1],
      [`${path}#fr`, 'fr', 'default', 1],
      [`checkout/${path}`, 'fr', 'checkout', 1],
    ])
    assert.equal(committed.success, true, JSON.stringify(committed.errors))
    assert.deepEqual(await contentOf(into), await contentOf(from))
    assert.deepEqual((await download(into, { format: id })).bytes, bytes)
  })

  test('so does one file', async () => {
    const from = await filledProject()
    const { name, bytes } = await download(from, { format: id, namespaces: ['default'] })
    assert.equal(name, `default.${extensions[0]}`)
    const into = await freshProject()
    const { validated } = await upload(into, [fileOf(name, bytes)])
    assert.deepEqual(
      validated.files.map(({ filename }) => filename).sort(),
      ['de', 'en', 'fr'].map((locale) => `${name}#${locale}`),
    )
    const expected = (await contentOf(from)).filter(({ key }) => key.startsWith('default/'))
    assert.deepEqual(await contentOf(into), expected)
  })

  test('languages that the project does not have come with it where that is allowed', async () => {
    const from = await filledProject()
    const file = fileOf(path, (await download(from, { format: id, namespaces: ['default'] })).bytes)
    const into = await freshProject(['de'])
    const refused = await upload(into, [file])
    assert.equal(refused.committed.success, false)
    assert.deepEqual(
      refused.validated.files.filter(({ isValid }) => !isValid).map(({ filename }) => filename),
      [`${path}#fr`],
    )
    const { committed } = await upload(into, [file], { allowNewLocales: true })
    assert.equal(committed.success, true, JSON.stringify(committed.errors))
    assert.deepEqual(
      await contentOf(into),
      (await contentOf(from)).filter(({ key }) => key.startsWith('default/')),
    )
  })

  test('some of its languages can be taken, and go elsewhere', async () => {
    const from = await filledProject()
    const file = fileOf(path, (await download(from, { format: id, namespaces: ['default'] })).bytes)
    const into = await freshProject(['de', 'fr', 'it'])
    const { validationId } = await service.ok(owner, 'validateImport', { params: into, body: { files: [file] } })
    const fileMappings = [{ filename: `${path}#fr`, locale: 'it', namespace: 'other' }]
    const body = { validationId, fileMappings, conflictResolutions: [] }
    const { success } = await service.ok(owner, 'commitImport', { params: into, body })
    assert.equal(success, true)
    assert.deepEqual(
      (await contentOf(into)).map(({ key, said }) => [key, said]),
      [
        ['other/cart', [['it', 'Panier', 'translated']]],
        ['other/files', [['it', '{count, plural, one {f} many {m} other {o}}', 'not_reviewed']]],
      ],
    )
  })

  test('conflicts are told and decided by language', async () => {
    const from = await filledProject()
    const file = fileOf(path, (await download(from, { format: id, namespaces: ['default'] })).bytes)
    const into = await freshProject()
    const translations = {
      en: { value: 'Basket', status: 'translated' },
      de: { value: 'Korb', status: 'translated' },
      fr: { value: 'Panier', status: 'translated' },
    }
    await service.ok(owner, 'createKey', { params: into, body: { key: 'cart', syntax, translations } })
    const { validationId, files } = await service.ok(owner, 'validateImport', {
      params: into,
      body: { files: [file] },
    })
    assert.deepEqual(files.map(({ filename, conflicts }) => [filename, conflicts.map(({ key }) => key)]).sort(), [
      [`${path}#de`, ['cart']],
      [`${path}#en`, ['cart']],
      [`${path}#fr`, []],
    ])
    const conflictResolutions = files
      .flatMap(({ conflicts }) => conflicts)
      .map((one) => ({ ...one, resolution: one.locale === 'de' ? 'use_imported' : 'keep_existing' }))
    const body = { validationId, fileMappings: [], conflictResolutions }
    const { success, errors } = await service.ok(owner, 'commitImport', { params: into, body })
    assert.equal(success, true, JSON.stringify(errors))
    assert.deepEqual((await contentOf(into))[0]?.said, [
      ['de', 'Warenkorb', 'not_reviewed'],
      ['en', 'Basket', 'translated'],
      ['fr', 'Panier', 'translated'],
    ])
  })

  test('members of one language bring only that', async () => {
    const from = await filledProject()
    const whole = fileOf(path, (await download(from, { format: id, namespaces: ['default'] })).bytes)
    const { files } = await service.ok(german, 'validateImport', { params: from, body: { files: [whole] } })
    assert.deepEqual(files.map(({ filename, isValid }) => [filename, isValid]).sort(), [
      [`${path}#de`, true],
      [`${path}#en`, false],
      [`${path}#fr`, false],
    ])
    const { bytes } = await download(from, { format: id, namespaces: ['default'] }, german)
    for (const hidden of ['Your cart', 'Panier', 'Click']) assert.ok(!bytes.includes(hidden), hidden)
  })
})

const catalog = (strings: object) => fileOf('Localizable.xcstrings', { sourceLanguage: 'en', strings, version: '1.0' })
const text = (value: string) => ({ stringUnit: { state: 'translated', value } })
const manual = (localizations: object) => ({ extractionState: 'manual', localizations })

describe('formats 3: languages of a file that are one', () => {
  for (const [one, other] of [
    ['de-DE', 'de_DE'],
    ['de-DD', 'de-DE'],
  ] as const)
    test(`${one} and ${other}`, async () => {
      const into = await freshProject(['de-DE'])
      const file = catalog({
        twice: manual({ [one]: text('x'), [other]: text('y') }),
        once: manual({ [one]: text('z') }),
      })
      const { validated, committed } = await upload(into, [file])
      assert.deepEqual(
        validated.files.flatMap(({ detection: { errors } }) => errors.map(({ key, code }) => [key, code])),
        [['twice', 'duplicate_key']],
      )
      assert.equal(committed.success, false)
    })

  test('may stand at different keys in different spellings', async () => {
    const into = await freshProject(['de-DE'])
    const { committed } = await upload(into, [
      catalog({ a: manual({ 'de-DE': text('x') }), b: manual({ de_DE: text('y') }) }),
    ])
    assert.equal(committed.success, true, JSON.stringify(committed.errors))
    assert.deepEqual(
      (await contentOf(into)).map(({ said }) => said),
      [[['de-DE', 'x', 'translated']], [['de-DE', 'y', 'translated']]],
    )
  })
})

test('a file with more languages than a request may bring files is told so', async () => {
  const into = await freshProject()
  const languages = Array.from({ length: 30_000 }, (_, at) => [
    `x-${at.toString(36)}`,
    text('a'.repeat(70_000 * +(at < 3))),
  ])
  const began = performance.now()
  const { validated } = await upload(into, [catalog({ key: manual(Object.fromEntries(languages)) })])
  assert.deepEqual([validated.files.length, validated.errors.length], [1000, 1])
  assert.ok(performance.now() - began < onThisMachine(5_000))
})

test('formats 7 placeholders of all languages are converted together, and come back as they were', async () => {
  const into = await freshProject()
  const strings = {
    odd: manual({ de: text('%5d: %@'), en: text('%5d of %@') }),
    of: manual({ de: text('%2$@: %1$@'), en: text('%1$@ of %2$@'), fr: text('%1$@ de %2$@') }),
  }
  const file = catalog(strings)
  const { committed } = await upload(into, [{ ...file, placeholders: 'convert' }])
  assert.equal(committed.success, true, JSON.stringify(committed.errors))
  assert.deepEqual(
    (await contentOf(into)).map(({ syntax, said }) => [syntax, said.map(([locale, value]) => [locale, value])]),
    [
      [
        'apple',
        [
          ['de', '%5d: %@'],
          ['en', '%5d of %@'],
        ],
      ],
      [
        null,
        [
          ['de', '{1}: {0}'],
          ['en', '{0} of {1}'],
          ['fr', '{0} de {1}'],
        ],
      ],
    ],
  )
  const { bytes } = await download(into, { format: 'xcstrings', placeholders: 'convert' })
  assert.deepEqual(JSON.parse(bytes.toString()).strings, strings)
})
