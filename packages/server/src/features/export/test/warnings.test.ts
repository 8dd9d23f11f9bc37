import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService, type TestService } from '../../../../test/harness.ts'
import { fileOf } from '../../import/test/import-scene.ts'
import { unzip } from './unzip.ts'

const service = await startService()

const items = '{n, plural, one {# item} other {# items}}'
const select = '{g, select, a {A} other {B}}'

/** A project of its own, and its exports with what they warn of. */
async function createShop(on: TestService = service) {
  const scene = await createScene(on)
  const { owner, projectId } = scene
  const params = { projectId }
  const created: Record<string, number> = {}
  return {
    ...scene,
    params,
    created,
    async create(key: string, values: Record<string, string>, more: object = {}) {
      const translations = Object.fromEntries(
        Object.entries(values).map(([code, value]) => [code, { value, status: 'translated' }]),
      )
      const { id, namespace } = await on.ok(owner, 'createKey', { params, body: { key, translations, ...more } })
      created[`${namespace}/${key}`] = id
    },
    async download(body: object) {
      const { body: bytes, headers, status } = await on.call(owner, 'exportKeys', { params, body })
      assert.equal(status, 200)
      return { warnings: headers['x-parlance-warnings'], bytes: bytes as Buffer }
    },
    async file(body: object) {
      const { warnings, bytes } = await this.download({ localeCodes: ['en'], ...body })
      return { warnings: Number(warnings), texts: JSON.parse(bytes.toString()) }
    },
    async archive(body: object) {
      const { warnings, bytes } = await this.download(body)
      const files = await unzip(bytes)
      return { warnings: Number(warnings), files: new Map(files.map(({ path, text }) => [path, JSON.parse(text)])) }
    },
  }
}

interface Warning {
  file: string
  key: string
  message: string
}

describe('14.6 what an export cannot say as it is', () => {
  test('is nothing in most exports, which say so', async () => {
    const shop = await createShop()
    await shop.create('count', { en: items, de: items })
    await shop.create('count_one', { en: 'One' })
    await shop.create('choice', { en: select })
    assert.equal((await shop.download({})).warnings, '0')
    assert.equal((await shop.download({ localeCodes: ['de'], format: 'i18next-v4' })).warnings, '0')
    assert.ok(![...(await shop.archive({})).files.keys()].includes('warnings.json'))
    const reader = await createApiKey(service, shop.owner, shop.projectId, ['translations:read'])
    const { headers } = await service.call(reader, 'exportTranslations')
    assert.equal(headers['x-parlance-warnings'], '0')
  })

  test('a key that is called like the form of a plural keeps its name, and the plural is told', async () => {
    const shop = await createShop()
    await shop.create('k', { en: items, de: items })
    await shop.create('k_one', { en: 'mine' })
    const { warnings, texts } = await shop.file({ format: 'i18next-v4' })
    assert.deepEqual([warnings, texts], [1, { k_one: 'mine', k_other: '{{count}} items' }])
    const { files, ...rest } = await shop.archive({ format: 'i18next-v4' })
    assert.equal(rest.warnings, 1)
    assert.deepEqual([...files.keys()], ['en.json', 'de.json', 'fr.json', 'warnings.json'])
    const [warning, ...others] = files.get('warnings.json') as Warning[]
    assert.deepEqual([Object.keys(warning ?? {}), others], [['file', 'key', 'code', 'message'], []])
    assert.deepEqual([warning?.file, warning?.key], ['en.json', 'k'])
    assert.match(warning?.message ?? '', /k_one/)
    assert.deepEqual(files.get('de.json'), { k_one: '{{count}} item', k_other: '{{count}} items' })
  })

  test('names meet also where both were made, and are looked for in each namespace and language by itself', async () => {
    const shop = await createShop()
    await shop.create('a', { en: '{n, selectordinal, one {#st} other {#th}}', de: items })
    await shop.create('a_ordinal', { en: items, de: items })
    await shop.create('b', { en: items }, { namespace: 'x/y' })
    await shop.create('b_other', { en: 'mine' }, { namespace: 'x/y' })
    await shop.create('c', { en: 'no plural', de: items })
    await shop.create('c_other', { en: 'mine' })
    const { warnings, files } = await shop.archive({ format: 'i18next-v4', structure: 'nested' })
    const told = (files.get('warnings.json') as Warning[]).map(({ file, key }) => `${file} ${key}`)
    assert.deepEqual(told, ['en.json a_ordinal', 'en.json a_ordinal', 'x%2Fy/en.json b'])
    assert.equal(warnings, 3)
  })

  test('chosen keys that meet in one name: the default namespace keeps its own, and the others count', async () => {
    const shop = await createShop()
    await shop.create('web.b', { en: 'mine' })
    await shop.create('b', { en: 'theirs', de: 'ihres' }, { namespace: 'web' })
    await shop.create('b.c', { en: 'first' }, { namespace: 'a' })
    await shop.create('c', { en: 'second' }, { namespace: 'a.b' })
    const keyIds = Object.values(shop.created)
    const { warnings, texts } = await shop.file({ keyIds })
    assert.deepEqual([warnings, texts], [2, { 'a.b.c': 'first', 'web.b': 'mine' }])
    const german = await shop.file({ keyIds, localeCodes: ['de'] })
    assert.deepEqual([german.warnings, german.texts], [0, { 'web.b': 'ihres' }])
    const one = await shop.file({ keyIds: [shop.created['web/b']] })
    assert.deepEqual([one.warnings, one.texts], [0, { 'web.b': 'theirs' }])
    assert.equal((await shop.archive({ keyIds })).warnings, 0, 'in folders of their own they do not meet')
  })

  test('only what is in the export counts: not other keys, statuses or languages', async () => {
    const shop = await createShop()
    await shop.create('k', { en: items, fr: select })
    await shop.create('k_one', { en: 'mine' }, { translations: { en: { value: 'mine', status: 'not_reviewed' } } })
    const format = 'i18next-v4'
    assert.equal((await shop.file({ format })).warnings, 1)
    assert.equal((await shop.file({ format, statuses: ['translated'] })).warnings, 0)
    assert.equal((await shop.file({ format, keyIds: [shop.created['default/k']] })).warnings, 0)
    assert.equal((await shop.archive({ format, localeCodes: ['en', 'de'] })).warnings, 1)
    assert.equal((await shop.archive({ format })).warnings, 2)
  })

  test('thousands of warnings are counted and told one by one', async () => {
    const shop = await createShop()
    const build = await createApiKey(service, shop.owner, shop.projectId, ['translations:read', 'translations:write'])
    const texts = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`key ${at}`, select]))
    const body = { namespaces: { default: { en: texts, de: texts } }, options: { conflictResolution: 'keep_local' } }
    await service.ok(build, 'commitCliImport', { params: shop.params, body })
    const { warnings, files } = await shop.archive({ format: 'i18next-v4' })
    assert.equal(warnings, 6_000)
    assert.equal((files.get('warnings.json') as Warning[]).length, 6_000)
  })

  test('an import of the archive leaves the list of warnings out', async () => {
    const shop = await createShop()
    await shop.create('choice', { en: select })
    const { bytes } = await shop.download({ format: 'i18next-v4' })
    const other = await createShop()
    const body = { files: [fileOf('export.zip', bytes)] }
    const answer = await service.ok(other.owner, 'validateImport', { params: other.params, body })
    assert.deepEqual(
      answer.files.map(({ filename, isValid }) => [filename, isValid]),
      ['en.json', 'de.json', 'fr.json'].map((name) => [name, true]),
    )
    assert.deepEqual(
      answer.warnings.map(({ filename }) => filename),
      ['warnings.json'],
    )
  })
})

describe('14.7 i18next-v4', () => {
  const sayable: Record<string, [value: string, written: string]> = {
    number: ['{n, number}', '{{n, number}}'],
    percent: ['{n, number, percent}', '{{n, number(style: percent)}}'],
    integer: ['{n, number, integer}', '{{n, number(maximumFractionDigits: 0)}}'],
    date: ['{d, date}', '{{d, datetime(dateStyle: medium)}}'],
    'date short': ['{d, date, short}', '{{d, datetime(dateStyle: short)}}'],
    time: ['{t, time}', '{{t, datetime(timeStyle: medium)}}'],
    'time short': ['{t, time, short}', '{{t, datetime(timeStyle: short)}}'],
    i18next: ['Hi {{name}}', 'Hi {{name}}'],
  }
  const unsayable = {
    offset: '{n, plural, offset:1 one {# other} other {# others}}',
    'two plurals': `${items} {m, plural, one {#} other {#}}`,
    'two plurals of one number': `${items} ${items}`,
    'a plural inside a select': `{g, select, a {${items}} other {}}`,
    select,
    skeleton: '{n, number, ::percent}',
    'date skeleton': '{d, date, ::yMMMd}',
    'no message': 'a {b',
  }

  test('writes numbers, dates and times with their styles, and warns of nothing', async () => {
    const shop = await createShop()
    for (const [key, [value]] of Object.entries(sayable)) await shop.create(key, { en: value })
    const { warnings, texts } = await shop.file({ format: 'i18next-v4' })
    const written = Object.fromEntries(Object.entries(sayable).map(([key, [, text]]) => [key, text]))
    assert.deepEqual([warnings, texts], [0, written])
  })

  test('writes what it cannot say whole, under its own name, and warns of each', async () => {
    const shop = await createShop()
    for (const [key, value] of Object.entries(unsayable)) await shop.create(key, { en: value }, { isPlural: true })
    const { warnings, texts } = await shop.file({ format: 'i18next-v4' })
    assert.deepEqual([warnings, texts], [Object.keys(unsayable).length, unsayable])
    const { files } = await shop.archive({ format: 'i18next-v4' })
    const told = (files.get('warnings.json') as Warning[]).map(({ file, key }) => `${file} ${key}`)
    assert.deepEqual(
      told,
      Object.keys(unsayable)
        .toSorted()
        .map((key) => `en.json ${key}`),
    )
  })

  test('writes ordinals as forms of their own', async () => {
    const shop = await createShop()
    await shop.create('place', { en: '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}' })
    assert.deepEqual((await shop.file({ format: 'i18next-v4' })).texts, {
      place_ordinal_few: '{{count}}rd',
      place_ordinal_one: '{{count}}st',
      place_ordinal_other: '{{count}}th',
      place_ordinal_two: '{{count}}nd',
    })
  })
})
