import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Entry, type Format, formatOf, type WriteOptions, type Writer } from '@parlance/formats'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { Snapshot } from '../../../db/snapshot.ts'
import { filesOf, planOf } from '../files.ts'
import { type Selection, selectedFor } from '../selection.ts'
import type { Shape } from '../shape.ts'
import { countWarnings } from '../warnings.ts'
import { writeFile } from '../write-file.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)
const params = { projectId }

const plural = '{n, plural, one {# item} other {# items}}'
const value = (text: string, status = 'translated') => ({ value: text, status })
before(async () => {
  const create = (body: object) => service.ok(owner, 'createKey', { params, body })
  const { id: keyId } = await create({
    key: 'b',
    description: 'Said of a shop',
    characterLimit: 20,
    translations: { en: value('Open'), de: value('Offen', 'not_reviewed') },
  })
  const body = { x: { flag: true }, tokens: { name: '%s' } }
  await service.ok(owner, 'putFormatData', { params: { projectId, keyId }, body })
  await create({ key: 'a', translations: { de: value('Erst'), en: value('First'), fr: value('Un') } })
  await create({ key: 'n', isPlural: true, translations: { de: value(plural), en: value(plural) } })
  await create({ key: 'b', namespace: 'shop', translations: { en: value('Shop') } })
})

/** Writes down what it is given. */
function told(options: WriteOptions): Writer {
  const { remark: _, ...rest } = options
  const entries: Entry[] = []
  return {
    add(more) {
      entries.push(...more)
      return ''
    },
    end: () => [JSON.stringify({ options: rest, entries })],
  }
}

const plain: Format = { ...formatOf('json'), write: told }
const rich: Format = {
  ...plain,
  extensions: ['txt'],
  path: '{locale}.txt',
  hasDescriptions: true,
  hasStatuses: true,
  needs: ['characterLimit', 'source', 'formatData'],
}
const table: Format = { ...plain, extensions: ['csv'], path: '{namespace}.csv', isMultiLocale: true }
const template: Format = { ...plain, extensions: ['pot'], path: 'messages.pot' }
const holds = ({ value }: Entry) => value.includes('plural')
const apart: Format = {
  ...plain,
  path: '{locale}/texts.json',
  companion: { format: { ...plain, path: '{locale}/plurals.json' }, holds, sign: '{' },
}

async function selection(): Promise<Selection> {
  const { locales } = await service.ok(owner, 'listProjectLocales', { params })
  const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
  const [source] = locales
  assert.ok(source)
  return {
    locales,
    source,
    sees: { source: true, everything: true },
    namespaces,
    keyIds: undefined,
    statuses: undefined,
    includeEmpty: false,
  }
}

interface File {
  name: string
  options: WriteOptions
  entries: Entry[]
}

async function filesIn(format: Format, some: Partial<Selection> = {}, more: Partial<Shape> = {}) {
  const shape: Shape = { format, structure: 'flat', style: 'pretty', placeholders: 'keep', options: {}, ...more }
  const snapshot = await Snapshot.open(service.services.db)
  try {
    const plan = await planOf(snapshot, selectedFor(format, { ...(await selection()), ...some }), shape)
    const files = new Map<string, File>()
    for (const file of filesOf(snapshot, plan)) {
      const pieces = await Array.fromAsync(writeFile(file, shape, {}))
      files.set(file.path, { name: file.name, ...JSON.parse(pieces.join('')) })
    }
    return { files, warnings: await countWarnings(snapshot, plan) }
  } finally {
    snapshot.close()
  }
}

const keysOf = (file: File | undefined) => file?.entries.map(({ key }) => key)

describe('formats 3 files of an export', () => {
  test('a file is told its language, that of the source and its namespace', async () => {
    const { files } = await filesIn(plain)
    assert.deepEqual(
      [...files.keys()],
      ['en.json', 'de.json', 'fr.json', 'shop/en.json', 'shop/de.json', 'shop/fr.json'],
    )
    const { locale, sourceLocale, namespace, locales } = files.get('shop/de.json')?.options ?? ({} as WriteOptions)
    assert.deepEqual([locale, sourceLocale, namespace, locales], ['de', 'en', 'shop', undefined])
  })

  test('entries say what their format has a place for, and nothing else', async () => {
    const entry = { key: 'b', value: 'Offen', isPlural: false, syntax: null }
    const { files } = await filesIn(rich)
    assert.deepEqual(files.get('de.txt')?.entries[1], {
      ...entry,
      description: 'Said of a shop',
      characterLimit: 20,
      status: 'not_reviewed',
      source: 'Open',
      formatData: { x: { flag: true }, tokens: { name: '%s' } },
    })
    assert.deepEqual(files.get('de.txt')?.entries[0], {
      ...{ ...entry, key: 'a', value: 'Erst' },
      status: 'translated',
      source: 'First',
    })
    const poor = await filesIn(plain)
    assert.deepEqual(poor.files.get('de.json')?.entries[1], { ...entry, position: 2, keyData: null })
  })

  test('who may not see the source language, or not all of them, is told neither its texts nor data of all', async () => {
    const sees = { source: false, everything: false }
    const { files } = await filesIn(rich, { sees })
    const [first, second] = files.get('de.txt')?.entries ?? []
    assert.deepEqual([first?.source, second?.source, second?.formatData], [undefined, undefined, undefined])
    assert.equal(second?.description, 'Said of a shop')
  })

  test('a file with all languages has its entries by key, then by language', async () => {
    const { files } = await filesIn(table)
    assert.deepEqual([...files.keys()], ['default.csv', 'shop/shop.csv'])
    const file = files.get('default.csv')
    assert.deepEqual(
      file?.entries.map(({ key, locale, namespace }) => [key, locale, namespace].join(' ')),
      ['a en', 'a de', 'a fr', 'b en', 'b de', 'n en', 'n de'].map((entry) => `${entry} default`),
    )
    assert.deepEqual(
      [file?.name, file?.options.locales, file?.options.locale],
      ['default.csv', ['en', 'de', 'fr'], 'en'],
    )
    const one = await filesIn(table, { locales: (await selection()).locales.slice(1, 2) })
    assert.deepEqual(keysOf(one.files.get('default.csv')), ['a', 'b', 'n'])
  })

  test('chosen keys in one language stay in the files of their namespaces where these hold all languages', async () => {
    const { data } = await service.ok(owner, 'listKeys', { params })
    const locales = (await selection()).locales.slice(0, 1)
    const chosen = { keyIds: data.map(({ id }) => id), locales }
    assert.deepEqual([...(await filesIn(table, chosen)).files.keys()], ['default.csv', 'shop/shop.csv'])
    const { files } = await filesIn(plain, chosen)
    assert.deepEqual(
      [...files].map(([path, file]) => [path, keysOf(file)]),
      [['en.json', ['a', 'b', 'n', 'shop.b']]],
    )
  })

  test('a template is written once for each namespace, of all keys', async () => {
    const { files } = await filesIn(template)
    assert.deepEqual([...files.keys()], ['messages.pot', 'shop/messages.pot'])
    const french = await filesIn(template, { locales: (await selection()).locales.slice(2) })
    const file = french.files.get('messages.pot')
    assert.deepEqual([file?.name, file?.options.locale, keysOf(file)], ['messages.pot', 'fr', ['a', 'b', 'n']])
    assert.deepEqual(
      french.files.get('shop/messages.pot')?.entries.map(({ value }) => value),
      [''],
    )
  })

  test('what lies in a file beside is not in the first, and without anything in it there is none', async () => {
    const { files } = await filesIn(apart)
    assert.deepEqual(
      [...files].map(([path, file]) => [path, keysOf(file)]),
      [
        ['en/texts.json', ['a', 'b']],
        ['de/texts.json', ['a', 'b']],
        ['fr/texts.json', ['a']],
        ['shop/en/texts.json', ['b']],
        ['shop/de/texts.json', []],
        ['shop/fr/texts.json', []],
        ['en/plurals.json', ['n']],
        ['de/plurals.json', ['n']],
      ],
    )
  })

  test('chosen keys in one language, too, have their plurals beside them', async () => {
    const { data } = await service.ok(owner, 'listKeys', { params })
    const locales = (await selection()).locales.slice(0, 1)
    const { files } = await filesIn(apart, { keyIds: data.map(({ id }) => id), locales })
    assert.deepEqual(
      [...files].map(([path, file]) => [path, keysOf(file)]),
      [
        ['en/texts.json', ['a', 'b', 'shop.b']],
        ['en/plurals.json', ['n']],
      ],
    )
  })

  test('two languages that are spelled alike have a file each', async () => {
    const alike = { ...plain, localeSpelling: { inPath: () => 'xx', fromPath: () => undefined } }
    assert.deepEqual([...(await filesIn(alike)).files.keys()].slice(0, 3), ['xx.json', 'de.json', 'fr.json'])
  })

  test('whoever may remark on anything is asked about everything', async () => {
    const chatty: Format = {
      ...plain,
      remarkable: 'all',
      write: (options) => ({
        add(entries) {
          for (const { key } of entries)
            options.remark?.({ severity: 'warning', code: 'unsupported_entry', key, message: 'No' })
          return ''
        },
        end: () => ['{}'],
      }),
    }
    assert.equal((await filesIn(chatty)).warnings, 8)
    assert.equal((await filesIn({ ...chatty, isMultiLocale: true })).warnings, 8)
    assert.equal((await filesIn({ ...apart, remarkable: 'all' })).warnings, 0)
    const beside = apart.companion && { ...apart.companion, format: { ...chatty, path: 'x{locale}' } }
    assert.equal((await filesIn({ ...apart, ...(beside ? { companion: beside } : {}) })).warnings, 2)
  })
})

describe('formats 7 placeholders of an export', () => {
  const printf: Format = { ...plain, syntax: 'printf' }
  before(async () => {
    const create = (key: string, en: string, de: string, more = {}) =>
      service.ok(owner, 'createKey', {
        params,
        body: { key, namespace: 'args', translations: { en: value(en), de: value(de) }, ...more },
      })
    await create('both', '{first} before {second}', '{second} nach {first}')
    await create('odd', '{d, date, short}', 'Am {d, date, short}')
    await create('other', '%d of {name}', '%d von {name}', { syntax: 'printf' })
    await create('text', '100% sure', '100% sicher')
  })
  const german = async (some: Partial<Selection>, more: Partial<Shape>) => {
    const { files, warnings } = await filesIn(printf, some, more)
    return [files.get('args/de.json')?.entries.map((entry) => entry.value), warnings]
  }

  test('are kept unless somebody asks for another syntax', async () => {
    const stored = ['{second} nach {first}', 'Am {d, date, short}', '%d von {name}', '100% sicher']
    assert.deepEqual(await german({}, {}), [stored, 0])
  })

  test('are numbered by the source, whoever asks; what cannot be said stays, and is warned of', async () => {
    const said = ['%2$s nach %1$s', 'Am {d, date, short}', '%d von {name}', '100% sicher']
    const { namespaces } = await selection()
    const some = { namespaces: namespaces.filter(({ name }) => name === 'args') }
    assert.deepEqual(await german(some, { placeholders: 'convert' }), [said, 2])
    const restricted = { ...some, sees: { source: false, everything: false } }
    assert.deepEqual(await german(restricted, { placeholders: 'convert' }), [said, 2])
  })
})
