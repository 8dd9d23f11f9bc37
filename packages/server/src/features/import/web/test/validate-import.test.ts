import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, join } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { createImportScene, fileOf, zipOf } from '../../test/import-scene.ts'

const service = await startService()
const { owner, orgId, params, projectId, validate, values } = await createImportScene(service)
const value = (text: string) => ({ value: text, status: 'translated' })
await service.ok(owner, 'createKey', {
  params,
  body: { key: 'title', translations: { en: value('Shop'), de: value('') } },
})
await service.ok(owner, 'createKey', { params, body: { key: 'short', characterLimit: 3 } })

test('tells where files belong, what is in them and what is in the way', async () => {
  const answer = await validate([
    fileOf('en.json', { title: 'Store', cart: { empty: 'Empty' } }),
    fileOf('common/de.json', { title: 'Laden' }),
  ])
  const { validationId, ...rest } = answer
  assert.match(validationId, /^\S{20,}$/)
  assert.deepEqual(rest, {
    files: [
      {
        filename: 'en.json',
        detection: {
          filename: 'en.json',
          format: 'json',
          detectedLocale: 'en',
          detectedNamespace: 'default',
          confidence: 1,
          keyCount: 2,
          errors: [],
          warnings: [],
        },
        conflicts: [
          {
            filename: 'en.json',
            key: 'title',
            namespace: 'default',
            locale: 'en',
            existingValue: 'Shop',
            newValue: 'Store',
            resolution: 'keep_existing',
          },
        ],
        isValid: true,
      },
      {
        filename: 'common/de.json',
        detection: {
          filename: 'common/de.json',
          format: 'json',
          detectedLocale: 'de',
          detectedNamespace: 'common',
          confidence: 0.95,
          keyCount: 1,
          errors: [],
          warnings: [{ message: 'The namespace "common" will be created' }],
        },
        conflicts: [],
        isValid: true,
      },
    ],
    summary: { totalFiles: 2, totalKeys: 3, uniqueKeys: 3, totalConflicts: 1, validFiles: 2, invalidFiles: 0 },
    errors: [],
    warnings: [],
  })
  assert.deepEqual(await values(), { 'default/en': { title: 'Shop' }, 'default/de': { title: '' } })
})

test('a key in two languages is one key, and the default resolution is told', async () => {
  const files = [fileOf('en.json', { title: 'Store' }), fileOf('de.json', { title: 'Laden' })]
  const { summary, files: found } = await validate(files, { defaultConflictResolution: 'use_imported' })
  assert.deepEqual([summary.totalKeys, summary.uniqueKeys], [2, 1])
  assert.equal(found[0]?.conflicts[0]?.resolution, 'use_imported')
})

describe('what is wrong in a file is told at its key', () => {
  const LONG = `${'k'.repeat(768)}…`
  const cases: [title: string, json: string, errors: [key: string | undefined, message: RegExp][]][] = [
    ['null', '{"a":{"b":null}}', [['a.b', /null/]]],
    ['the same name twice', '{"a":"1","a":"2"}', [['a', /twice/]]],
    ['the same branch twice', '{"a":{"x":"1"},"a":{"y":"2"}}', [['a', /twice/]]],
    ['a name beside its branches', '{"a.b":"1","a":{"b":"2"}}', [['a.b', /twice/]]],
    ['65 levels', `${'{"a":'.repeat(65)}"x"${'}'.repeat(65)}`, [[Array(64).fill('a').join('.'), /64 levels/]]],
    ['no name', '{"":"x"}', [[undefined, /at least one/]]],
    ['a name of megabytes', `{"${'k'.repeat(2 ** 20 + 1)}":"x"}`, [['k'.repeat(2 ** 12), /at most 768/]]],
    [
      'a far too long name of a branch',
      `{"${'k'.repeat(4097)}":{"a":"","b":[""]}}`,
      Array(2).fill([LONG, /at most 768/]),
    ],
    [
      'such a name of characters in two parts',
      `{"${'😀'.repeat(2049)}":{"a":"x"}}`,
      [[`${'😀'.repeat(768)}…`, /at most 768/]],
    ],
    ['a long text', `{"a":"${'x'.repeat(65_537)}"}`, [['a', /at most 65536/]]],
    ['U+0000', '{"a":"\\u0000"}', [['a', /U\+0000/]]],
    ['half a character', '{"a":"\\ud800"}', [['a', /surrogate/]]],
    ['U+0000 in a name', '{"a\\u0000b":"x"}', [['a\ufffdb', /U\+0000/]]],
    ['U+0000 in the name of a number', '{"a\\u0000b":1}', [['a\ufffdb', /U\+0000/]]],
    ['U+0000 in the name of null', '{"a\\u0000b":null}', [['a\ufffdb', /null/]]],
    ['U+0000 in the name of a branch', '{"a\\u0000b":{"c":"x"}}', [['a\ufffdb.c', /U\+0000/]]],
    ['U+0000 in a name that comes twice', '{"\\u0000":{},"\\u0000":{}}', [['\ufffd', /twice/]]],
    ['half a character in a name', '{"a\\ud800":"x"}', [['a\ufffd', /surrogate/]]],
    ['a text over the limit of its key', '{"short":"1234"}', [['short', /limit of 3/]]],
  ]
  for (const [title, json, expected] of cases) {
    test(title, async () => {
      const { files, summary } = await validate([fileOf('en.json', json)])
      const { errors } = files[0]?.detection ?? { errors: [] }
      assert.deepEqual(
        errors.map(({ key }) => key),
        expected.map(([key]) => key),
      )
      for (const [at, [, message]] of expected.entries()) assert.match(errors[at]?.message ?? '', message)
      assert.equal(files[0]?.isValid, false)
      assert.equal(summary.invalidFiles, 1)
    })
  }

  const fine: [title: string, json: string, keys: number][] = [
    ['64 levels', `${'{"a":'.repeat(64)}"x"${'}'.repeat(64)}`, 1],
    ['the longest name', `{"${'😀'.repeat(768)}":"x"}`, 1],
    ['the longest text', `{"a":"${'😀'.repeat(65_536)}"}`, 1],
    ['a byte order mark', '\ufeff{"a":"x"}', 1],
    ['blanks around', ' \n\t{ "a" : "x" } \n', 1],
    ['nothing', '{}', 0],
    ['a list', '["a","b"]', 2],
    ['names of the language', '{"__proto__":{"x":"1"},"constructor":"2","a":{"__proto__":"3"}}', 3],
  ]
  for (const [title, json, keys] of fine) {
    test(`${title} is fine`, async () => {
      const { files } = await validate([fileOf('en.json', json)])
      assert.deepEqual(files[0]?.detection.errors, [])
      assert.equal(files[0]?.detection.keyCount, keys)
    })
  }

  test('numbers and booleans are taken as text, with a warning', async () => {
    const { files } = await validate([fileOf('en.json', '{"a":1.50,"b":true,"c":["x",2]}')])
    assert.deepEqual(files[0]?.detection.warnings, [
      { key: 'a', code: 'number_as_text', message: 'A number was taken as text', line: 1, column: 6 },
      { key: 'b', code: 'number_as_text', message: 'A boolean was taken as text', line: 1, column: 15 },
      { key: 'c.1', code: 'number_as_text', message: 'A number was taken as text', line: 1, column: 29 },
    ])
    assert.equal(files[0]?.isValid, true)
  })
})

test('names of files that stand for U+0000 make them invalid, alone and in archives', async () => {
  const names = ['%00/en.json', 'a%00b.json', 'en/a%00b.json', 'a%00b.en.json']
  const content = { title: 'x' }
  const zip = await zipOf(Object.fromEntries(names.map((name) => [`in/${name}`, content])))
  const { files } = await validate([...names.map((name) => fileOf(name, content)), fileOf('all.zip', zip)])
  assert.deepEqual(
    files.map(({ filename, isValid, detection }) => [filename, isValid, detection.detectedNamespace]),
    [...names, ...names.map((name) => `in/${name}`)].map((name) => [name, false, null]),
  )
  for (const { detection } of files) assert.match(detection.errors[0]?.message ?? '', /U\+0000/)
})

describe('locales', () => {
  test('one that is not on the project is an error, or added with allowNewLocales', async () => {
    const refused = await validate([fileOf('ja.json', { a: 'x' })])
    assert.equal(refused.files[0]?.isValid, false)
    const allowed = await validate([fileOf('ja.json', { a: 'x' })], { allowNewLocales: true })
    assert.equal(allowed.files[0]?.isValid, true)
    assert.deepEqual(allowed.files[0]?.detection.warnings, [
      { message: 'The locale "ja" will be added to the project' },
    ])
  })

  test('one that cannot be told is an error, to be mended by a mapping', async () => {
    const { files } = await validate([fileOf('strings.json', { a: 'x' })])
    assert.deepEqual(
      [files[0]?.detection.detectedLocale, files[0]?.detection.confidence, files[0]?.isValid],
      [null, 0, false],
    )
  })

  test('one that a restricted member may not see is an error', async () => {
    const member = await join(service, owner, orgId, 'developer', ['de'])
    const { files } = await validate(
      [fileOf('en.json', { title: 'x' }), fileOf('de.json', { title: 'y' })],
      undefined,
      member,
    )
    assert.deepEqual(
      files.map(({ isValid }) => isValid),
      [false, true],
    )
    assert.deepEqual(files[0]?.conflicts, [])
  })
})

describe('archives', () => {
  test('each file is looked at by itself; what is no JSON is left out', async () => {
    const zip = await zipOf({
      'en.json': { a: '1' },
      'common/de.json': { b: null },
      'notes.txt': 'hello',
      'inner.zip': await zipOf({ 'en.json': {} }),
      'broken/fr.json': '{"a":',
      'text/fr.json': 'no json',
    })
    const { files, warnings } = await validate([fileOf('all.zip', zip)])
    assert.deepEqual(
      files.map(({ filename, isValid }) => [filename, isValid]),
      [
        ['en.json', true],
        ['common/de.json', false],
        ['broken/fr.json', false],
        ['text/fr.json', false],
      ],
    )
    assert.deepEqual(
      warnings.map(({ filename }) => filename),
      ['notes.txt', 'inner.zip'],
    )
  })

  test('two archives may hold files of one name; two files of one name may not be sent', async () => {
    const zip = await zipOf({ 'en.json': { a: '1' } })
    const { files } = await validate([
      fileOf('a.zip', zip),
      fileOf('b.zip', zip),
      fileOf('de.json', {}),
      fileOf('de.json', {}),
    ])
    assert.deepEqual(
      files.map(({ filename, isValid, detection }) => [filename, isValid, detection.detectedNamespace]),
      [
        ['en.json', true, 'default'],
        ['b.zip/en.json', true, 'default'],
        ['de.json', true, 'default'],
        ['de.json', false, 'default'],
      ],
    )
  })
})

describe('fields', () => {
  const file = fileOf('en.json', {})
  const invalid: [body: unknown, situation: 'fieldRequired' | 'validationError', field: string][] = [
    [{}, 'fieldRequired', 'files'],
    [{ files: {} }, 'validationError', 'files'],
    [{ files: [{ ...file, filename: undefined }] }, 'fieldRequired', 'files.0.filename'],
    [{ files: [file, { ...file, content: undefined }] }, 'fieldRequired', 'files.1.content'],
    [{ files: [{ ...file, size: undefined }] }, 'fieldRequired', 'files.0.size'],
    [{ files: [{ ...file, size: -1 }] }, 'validationError', 'files.0.size'],
    [{ files: [{ ...file, size: 1.5 }] }, 'validationError', 'files.0.size'],
    [{ files: [], options: { maxFileSize: 'x' } }, 'validationError', 'options.maxFileSize'],
    [{ files: [], options: { maxTotalKeys: 0 } }, 'validationError', 'options.maxTotalKeys'],
    [
      { files: [], options: { defaultConflictResolution: 'ask' } },
      'validationError',
      'options.defaultConflictResolution',
    ],
    [{ files: [], options: { allowNewLocales: 1 } }, 'validationError', 'options.allowNewLocales'],
  ]
  for (const [body, situation, field] of invalid) {
    test(`${field} ${situation}`, () =>
      service.refused(owner, 'validateImport', { params, body }, situation, { field }))
  }
})

test('an API key may import too, and has a bucket of its own', async () => {
  const key = await createApiKey(service, owner, projectId, ['translations:write'])
  const { files } = await validate([fileOf('en.json', { a: 'x' })], undefined, key)
  assert.equal(files[0]?.isValid, true)
})
