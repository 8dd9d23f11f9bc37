import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { startService } from '../../server/test/harness.ts'
import { folderWith } from './program.ts'
import { listening } from './scene.ts'

const service = await startService()
const url = await listening(service)

/** Each test has a project of its own. */
async function project() {
  const { owner, projectId } = await createScene(service)
  const scopes = ['translations:read', 'translations:write', 'translations:delete'] as const
  const { apiKey } = await createApiKey(service, owner, projectId, [...scopes])
  const params = { projectId }
  return {
    owner,
    params,
    env: { PARLANCE_URL: url, PARLANCE_API_KEY: apiKey },
    values: async (locale: string) => {
      const { namespaces } = await service.ok({ apiKey }, 'exportTranslations', { query: { locales: [locale] } })
      return Object.fromEntries(
        Object.entries(namespaces).flatMap(([name, all]) => (all[locale] ? [[name, all[locale]]] : [])),
      )
    },
    create: (key: string, value: string, isPlural = false) =>
      service.ok({ apiKey }, 'pushKey', {
        body: { key, isPlural, translations: { en: { value, status: 'translated' } } },
      }),
    write: (key: string, locale: string, value: string) =>
      service.ok(owner, 'putValue', { params: { ...params, key }, body: { locale, value } }),
    key: async (key: string) => (await service.ok(owner, 'listKeys', { params, query: { search: key } })).data[0],
  }
}

const json = { path: 'locales/{locale}/{namespace}.json', format: 'json' }
const config = { 'parlance.config.json': { files: [json] } }

interface Pushed {
  success: boolean
  stats: Record<string, number>
  conflicts: { namespace: string; locale: string; key: string; localValue: string; serverValue: string }[]
  files: { path: string; locale: string; namespace: string; keys: number }[]
}

describe('push', () => {
  test('deletes nothing with a key that may not, and leaves no file that says so', async () => {
    const { env, owner, params, create } = await project()
    await create('gone', 'Gone')
    const { apiKey } = await createApiKey(service, owner, params.projectId, ['translations:read', 'translations:write'])
    const here = folderWith({ ...config, 'locales/en/default.json': { a: 'A' } }, { ...env, PARLANCE_API_KEY: apiKey })
    const { errors } = await here.json(3, ['push', '--delete-missing', '--yes'])
    assert.match(errors[0]?.message ?? '', /translations:delete/)
    assert.deepEqual(
      readdirSync(join(here.folder, '.parlance')).filter((name) => name.startsWith('deleted-')),
      [],
    )
  })

  test('names the text that a warning is about, where no line does', async () => {
    const { env } = await project()
    const files = [{ ...json, format: 'i18next-v4', placeholders: 'convert' }]
    const here = folderWith(
      { 'parlance.config.json': { files }, 'locales/en/default.json': { price: '{{value, currency(EUR)}}' } },
      env,
    )
    const { stderr } = await here.run(['push'])
    assert.match(stderr, /^warning locales\/en\/default\.json: "price": ICU cannot say/m)
  })

  test('sends nothing where two files say each something else of a text, and tells both', async () => {
    const { env, values } = await project()
    const table = { path: 'all.csv', format: 'csv' }
    for (const [more, other] of [
      [{ path: 'web/{locale}.json', format: 'json' }, { 'web/en.json': { a: 'Another' } }],
      [table, { 'all.csv': 'key,en\na,Another\n' }],
    ] as const) {
      const files = { 'parlance.config.json': { files: [{ ...json, namespaces: ['default'] }, more] } }
      const here = folderWith({ ...files, 'locales/en/default.json': { a: 'A', b: 'B' }, ...other }, env)
      const { errors } = await here.json(6, ['push'])
      const [path] = Object.keys(other)
      assert.deepEqual([errors.length, errors[0]?.code, errors[0]?.file], [1, 'duplicate_key', path])
      assert.match(errors[0]?.message ?? '', /locales\/en\/default\.json/)
    }
    assert.deepEqual(await values('en'), { default: {} })
  })

  test('sends the source locale alone, unless told otherwise', async () => {
    const { env, values } = await project()
    const here = folderWith(
      {
        ...config,
        'locales/en/default.json': { a: 'A' },
        'locales/en/x%2Fy.json': { b: 'B' },
        'locales/de/default.json': { a: 'Ä' },
      },
      env,
    )
    const { result } = await here.json<Pushed>(0, ['push'])
    assert.equal(result.success, true)
    assert.equal(result.stats['keysCreated'], 2)
    assert.deepEqual(result.conflicts, [])
    assert.deepEqual(result.files, [
      { path: 'locales/en/default.json', locale: 'en', namespace: 'default', keys: 1 },
      { path: 'locales/en/x%2Fy.json', locale: 'en', namespace: 'x/y', keys: 1 },
    ])
    assert.deepEqual(await values('en'), { default: { a: 'A' }, 'x/y': { b: 'B' } })
    assert.deepEqual((await values('de'))['default'] ?? {}, {})
    await here.json(0, ['push', '--all-locales'])
    assert.deepEqual((await values('de'))['default'], { a: 'Ä' })
  })

  test('writes nothing where texts differ, and says where they stand', async () => {
    const { env, values, write } = await project()
    const here = folderWith({ ...config, 'locales/en/default.json': '{\n  "b": "B",\n  "a": "A"\n}\n' }, env)
    await here.json(0, ['push'])
    await write('a', 'en', 'Another')
    here.write('locales/en/default.json', '{\n  "b": "B",\n  "a": "Mine",\n  "c": "C"\n}\n')
    const conflict = { namespace: 'default', locale: 'en', key: 'a', localValue: 'Mine', serverValue: 'Another' }
    for (const args of [['push'], ['push', '--dry-run']]) {
      const { errors, result } = await here.json<Pushed>(5, args)
      assert.deepEqual(result.conflicts, [conflict])
      const [{ message: _, ...error } = { message: '' }] = errors
      const place = { file: 'locales/en/default.json', line: 3, column: 3 }
      assert.deepEqual(error, { code: 'CONFLICT', namespace: 'default', locale: 'en', key: 'a', ...place })
    }
    assert.deepEqual((await values('en'))['default'], { a: 'Another', b: 'B' })
    const onGithub = await here.run(['push'], { GITHUB_ACTIONS: 'true' })
    assert.match(onGithub.stdout, /^::error file=locales\/en\/default\.json,line=3,col=3::/m)
    await here.json(0, ['push', '--on-conflict', 'server'])
    assert.deepEqual((await values('en'))['default'], { a: 'Another', b: 'B', c: 'C' })
    await here.json(0, ['push', '--on-conflict', 'local'])
    assert.deepEqual((await values('en'))['default'], { a: 'Mine', b: 'B', c: 'C' })
  })

  test('a dry run writes nothing', async () => {
    const { env, values } = await project()
    const here = folderWith({ ...config, 'locales/en/new.json': { a: 'A' } }, env)
    const { result } = await here.json<{ stats: { newKeys: number } }>(0, ['push', '--dry-run'])
    assert.equal(result.stats.newKeys, 1)
    assert.equal((await values('en'))['new'], undefined)
  })

  test('what files say beside texts arrives', async () => {
    const { env, key } = await project()
    const files = [{ path: '{locale}.po', format: 'po', options: { monolingual: true } }]
    const po =
      'msgid ""\nmsgstr "Language: en\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n#. A verb\nmsgid "pay"\nmsgstr "Pay"\n'
    const here = folderWith({ 'parlance.config.json': { files }, 'en.po': po }, env)
    await here.json(0, ['push'])
    assert.equal((await key('pay'))?.description, 'A verb')
  })

  test('a namespace that is not to be made is left out, and exit 5', async () => {
    const { env, values } = await project()
    const here = folderWith(
      { ...config, 'locales/en/default.json': { a: 'A' }, 'locales/en/new.json': { b: 'B' } },
      env,
    )
    const { errors } = await here.json(5, ['push', '--no-create-namespaces'])
    assert.deepEqual(
      errors.map(({ code, namespace }) => [code, namespace]),
      [['unknown_namespace', 'new']],
    )
    assert.deepEqual(await values('en'), { default: { a: 'A' } })
  })

  test('of files that cannot be read or are not there, nothing is sent', async () => {
    const { env, values } = await project()
    const here = folderWith(
      { ...config, 'locales/en/default.json': { a: 'A' }, 'locales/en/bad.json': '{\n"a": }' },
      env,
    )
    const { errors } = await here.json(6, ['push'])
    assert.deepEqual([errors[0]?.file, errors[0]?.line], ['locales/en/bad.json', 2])
    assert.deepEqual((await values('en'))['default'] ?? {}, {})
    const empty = folderWith(config, env)
    assert.equal((await empty.json(6, ['push'])).errors[0]?.code, 'FILE_NOT_FOUND')
  })

  test('files of a language that the project lacks are not passed over in silence', async () => {
    const { env } = await project()
    const here = folderWith(
      { ...config, 'locales/en/default.json': { a: 'A' }, 'locales/ja/default.json': { a: 'A' } },
      env,
    )
    const { errors } = await here.json(5, ['push', '--all-locales'])
    assert.deepEqual([errors[0]?.code, errors[0]?.file], ['unknown_locale', 'locales/ja/default.json'])
  })

  test('a file of a language that the project lacks is told once, though two entries lead to it', async () => {
    const { env } = await project()
    const files = [
      { path: 'locales/{locale}/translation.json', format: 'json' },
      { path: 'locales/{locale}/{namespace}.json', format: 'json', namespaces: ['shop'] },
    ]
    const texts = { 'locales/en/translation.json': { a: 'A' }, 'locales/en/shop.json': { b: 'B' } }
    const here = folderWith(
      { 'parlance.config.json': { files }, ...texts, 'locales/ja/translation.json': { a: 'あ' } },
      env,
    )
    const { errors } = await here.json(5, ['push', '--all-locales'])
    assert.deepEqual(
      errors.map(({ code, file }) => [code, file]),
      [['unknown_locale', 'locales/ja/translation.json']],
    )
    assert.match(errors[0]?.message ?? '', /Settings/)
  })

  test('placeholders are converted, and numbered by the source text in other languages', async () => {
    const { env, values } = await project()
    const files = [{ path: 'res/values{locale-android}/strings.xml', format: 'android', placeholders: 'convert' }]
    const xml = (text: string) => `<resources>\n  <string name="hi">${text}</string>\n</resources>\n`
    const here = folderWith(
      {
        'parlance.config.json': { files },
        'res/values/strings.xml': xml('%1$s, %2$s'),
        'res/values-de/strings.xml': xml('%2$s und %1$s'),
      },
      env,
    )
    await here.json(0, ['push', '--all-locales'])
    const texts = [await values('en'), await values('de')].map((one) => one['default']?.['hi'])
    assert.equal(texts[0]?.includes('{'), true)
    assert.equal(texts[1]?.includes(' und {'), true)
    await here.json(0, ['pull', '--check'])
  })

  test('what was pulled goes back as it was: arguments have the names that the project knows', async () => {
    const { env, values, write, create } = await project()
    await create('hi', '{name}: {size, number}')
    await create('toString', 'All {of} it')
    await write('hi', 'de', '{size, number} {name}')
    const files = [{ path: 'res/values{locale-android}/strings.xml', format: 'android', placeholders: 'convert' }]
    const here = folderWith({ 'parlance.config.json': { files } }, env)
    await here.json(0, ['pull'])
    const path = 'res/values/strings.xml'
    assert.match(here.read(path), /%1\$s: %2\$d/)
    await here.json(0, ['diff', '--exit-code'])
    await here.json(0, ['push'])
    here.write(path, here.read(path).replace('%1$s: %2$d', '%2$d of %1$s, %3$s').replace('All', 'None of'))
    await here.json(0, ['push', '--on-conflict', 'local'])
    const { default: english } = await values('en')
    assert.deepEqual(english, { hi: '{size, number} of {name}, {2}', toString: 'None of {of} it' })
    await here.json(0, ['push'])
    here.write(path, here.read(path).replace('</resources>', '  <string name="valueOf">%s</string>\n</resources>'))
    await here.json(0, ['push', '--all-locales'])
    assert.equal((await values('en'))['default']?.['valueOf'], '{0}')
    await here.json(0, ['pull'])
    await here.json(0, ['diff', '--exit-code'])
  })

  test('ICU messages that pull writes in the way of i18next go back as ICU messages', async () => {
    const { env, values, write, create, key } = await project()
    await create('hi', 'Hi {name}')
    await create('items', '{count, plural, one {# item} other {# items}}', true)
    await write('hi', 'de', 'Hallo {name}')
    const path = 'locales/en.json'
    const files = [{ path: 'locales/{locale}.json', format: 'i18next-v4' }]
    const here = folderWith({ 'parlance.config.json': { files } }, env)
    await here.json(0, ['pull'])
    assert.equal(JSON.parse(here.read(path)).hi, 'Hi {{name}}')
    await here.json(0, ['diff', '--exit-code'])
    await here.json(0, ['push'])
    here.write(path, { ...JSON.parse(here.read(path)), hi: 'Hello {{name}}', 'new': 'New {{name}}' })
    await here.json(0, ['push', '--on-conflict', 'local'])
    const { default: english } = await values('en')
    assert.deepEqual([english?.['hi'], english?.['new']], ['Hello {name}', 'New {{name}}'])
    assert.equal(english?.['items'], '{count, plural, one {# item} other {# items}}')
    assert.deepEqual([(await key('hi'))?.syntax, (await key('new'))?.syntax], [null, 'i18next'])
    await here.json(0, ['pull', '--check'])
  })
})

describe('what was pushed comes back', () => {
  test('under a name that is too long to be stored', async () => {
    const { env, values } = await project()
    const name = 'n'.repeat(800)
    for (const format of ['json', 'i18next-v4']) {
      const files = [{ path: '{locale}.json', format }]
      await folderWith({ 'parlance.config.json': { files }, 'en.json': { [name]: 'Long' } }, env).json(0, ['push'])
      const there = folderWith({ 'parlance.config.json': { files } }, env)
      await there.json(0, ['pull'])
      assert.deepEqual(JSON.parse(there.read('en.json')), { [name]: 'Long' })
    }
    assert.equal(Object.keys((await values('en'))['default'] ?? {}).length, 1)
  })

  test('as a whole ICU message where the format has no plurals', async () => {
    const { env, create } = await project()
    const plural = '{count, plural, one {# item} other {# items}}'
    await create('items', plural, true)
    const files = [{ path: '{locale}.resx', format: 'resx', placeholders: 'convert' }]
    const here = folderWith({ 'parlance.config.json': { files } }, env)
    const { warnings } = await here.json(0, ['pull'])
    assert.deepEqual(
      warnings.map(({ code, key }) => [code, key]),
      [['value_not_convertible', 'items']],
    )
    assert.ok(here.read('en.resx').includes(plural))
  })
})

describe('push --delete-missing', () => {
  test('saves what it deletes, and asks for leave', async () => {
    const { env, values, write } = await project()
    const here = folderWith(
      { ...config, 'locales/en/default.json': { a: 'A', b: 'B' }, 'locales/en/other.json': { o: 'O' } },
      env,
    )
    await here.json(0, ['push'])
    await write('b', 'de', 'Be')
    here.write('locales/en/default.json', { a: 'A' })
    const { errors } = await here.json(2, ['push', '--delete-missing'])
    assert.match(errors[0]?.message ?? '', /--yes/)
    assert.deepEqual((await values('en'))['default'], { a: 'A', b: 'B' })
    const { result } = await here.json<Pushed>(0, ['push', '--delete-missing', '--yes'])
    assert.equal(result.stats['keysDeleted'], 1)
    assert.deepEqual(await values('en'), { default: { a: 'A' }, other: { o: 'O' } })
    const [backup] = readdirSync(join(here.folder, '.parlance')).filter((name) => name.startsWith('deleted-'))
    await here.json(0, ['push', '--file', `.parlance/${backup}`])
    assert.deepEqual((await values('en'))['default'], { a: 'A', b: 'B' })
    assert.deepEqual((await values('de'))['default'], { b: 'Be' })
  })

  test('takes the last key of a file, too', async () => {
    const { env, values } = await project()
    const files = { 'locales/en/default.json': { a: 'A' }, 'locales/en/other.json': { o: 'O' } }
    const here = folderWith({ ...config, ...files }, env)
    await here.json(0, ['push'])
    here.write('locales/en/other.json', '{}')
    const { result } = await here.json<Pushed>(0, ['push', '--delete-missing', '--yes'])
    assert.equal(result.stats['keysDeleted'], 1)
    assert.deepEqual(await values('en'), { default: { a: 'A' }, other: {} })
  })

  test('keys of files that are not pushed stay', async () => {
    const { env, values } = await project()
    const here = folderWith(
      { ...config, 'locales/en/default.json': { a: 'A' }, 'locales/de/default.json': { d: 'D' } },
      env,
    )
    await here.json(0, ['push', '--all-locales'])
    await here.json(0, ['push', '--delete-missing', '--yes'])
    assert.deepEqual((await values('de'))['default'], { d: 'D' })
  })
})
