import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Format, formats, hasFilesByLocale, isConvertible } from '@parlance/formats'
import { createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { unzip } from './unzip.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const german = await join(service, owner, orgId, 'translator', ['de'])
const params = { projectId }
const all = formats as readonly Format[]

before(async () => {
  const create = (key: string, values: Record<string, string>, more = {}) => {
    const translations = Object.fromEntries(
      Object.entries(values).map(([locale, value]) => [locale, { value, status: 'translated' }]),
    )
    return service.ok(owner, 'createKey', { params, body: { key, translations, ...more } })
  }
  await create('cart', { en: 'Your cart', de: 'Warenkorb', fr: 'Panier' }, { description: 'Above the list' })
  await create('title', { en: 'Shop', de: 'Laden', fr: 'Magasin' })
  await create('pay', { en: 'Pay', de: 'Zahlen' }, { namespace: 'checkout' })
})

async function download(body: object, caller: Caller = owner) {
  const { status, headers, body: bytes } = await service.call(caller, 'exportKeys', { params, body })
  assert.equal(status, 200, String(bytes))
  return {
    type: headers['content-type'],
    name: /filename="(.*)"/.exec(String(headers['content-disposition']))?.[1] ?? '',
    bytes: bytes as Buffer,
  }
}

function read(format: Format, bytes: Uint8Array) {
  const remark = () => {}
  const entries = [...format.read(bytes, { locale: 'de', remark })].flatMap((part) => part.entries)
  return new Map(entries.map(({ key, locale = 'de', value }) => [`${key} ${locale}`, value]))
}

const refused = (body: object, field: string) =>
  service.refused(owner, 'exportKeys', { params, body }, 'validationError', { field })

describe('formats 3 an export in any format', () => {
  for (const format of all) {
    const { id, extensions, mediaType, isMultiLocale } = format
    const isTemplate = !isMultiLocale && !hasFilesByLocale(format)

    test(`${id}: one file comes as itself`, async () => {
      const { type, name, bytes } = await download({ format: id, localeCodes: ['de'], namespaces: ['default'] })
      assert.equal(String(type).split(';', 1)[0], mediaType.split(';', 1)[0])
      const alone = isMultiLocale ? 'default' : isTemplate ? 'messages' : 'de'
      assert.equal(name, `${alone}.${extensions[0]}`)
      const texts = read(format, bytes)
      assert.deepEqual([...texts.keys()].sort(), ['cart de', 'title de'])
      if (!isTemplate) assert.deepEqual([texts.get('cart de'), texts.get('title de')], ['Warenkorb', 'Laden'])
    })

    test(`${id}: several come as an archive, with a folder for each namespace but the default one`, async () => {
      const { type, bytes } = await download({ format: id, localeCodes: ['en', 'de'] })
      assert.equal(type, 'application/zip')
      const paths = (await unzip(bytes)).map(({ path }) => path)
      const isOnce = isMultiLocale || isTemplate
      assert.equal(new Set(paths).size, paths.length)
      assert.equal(paths.filter((path) => path.startsWith('checkout/')).length, isOnce ? 1 : 2)
      assert.equal(paths.length, isOnce ? 2 : 4)
    })

    test(`${id}: of restricted members has nothing of other languages`, async () => {
      const { bytes } = await download({ format: id, namespaces: ['default'] }, german)
      for (const hidden of ['Your cart', 'Magasin']) assert.ok(!bytes.includes(hidden), hidden)
    })
  }

  test('422: a format, a way with placeholders or an option that does not exist', async () => {
    await refused({ format: 'docx' }, 'format')
    await refused({ format: '__proto__' }, 'format')
    await refused({ placeholders: 'guess' }, 'placeholders')
    await refused({ formatOptions: [] }, 'formatOptions')
    for (const { id, options = {} } of all) {
      await refused({ format: id, formatOptions: { nothing: true } }, 'formatOptions.nothing')
      await refused(
        { format: id, formatOptions: { __proto__: undefined, constructor: 'x' } },
        'formatOptions.constructor',
      )
      for (const [name, values] of Object.entries(options)) {
        await refused({ format: id, formatOptions: { [name]: 'none of them' } }, `formatOptions.${name}`)
        for (const value of values)
          await download({ format: id, localeCodes: ['de'], formatOptions: { [name]: value } })
      }
    }
  })

  test('structure and style mean nothing to most formats, and harm none', async () => {
    for (const { id } of all) await download({ format: id, structure: 'nested', style: 'minified' })
  })
})

test('formats 7 i18next-v4 converts unless it is asked to keep', async () => {
  const body = {
    key: 'hello',
    namespace: 'args',
    translations: { de: { value: 'Hallo {name}', status: 'translated' } },
  }
  await service.ok(owner, 'createKey', { params, body })
  const said = async (more: object) => {
    const asked = { format: 'i18next-v4', localeCodes: ['de'], namespaces: ['args'], ...more }
    return JSON.parse((await download(asked)).bytes.toString()).hello
  }
  assert.equal(await said({}), 'Hallo {{name}}')
  assert.equal(await said({ placeholders: 'convert' }), 'Hallo {{name}}')
  assert.equal(await said({ placeholders: 'keep' }), 'Hallo {name}')
})

test('formats 5 names that are too long for a key are whole in files of their kind', async () => {
  const long = 'A paragraph for a name. '.repeat(40)
  const file = Buffer.from(JSON.stringify({ [long]: 'Absatz', 'A name': 'x' }))
  const sent = { filename: 'long/de.json', content: file.toString('base64'), size: file.length }
  const { validationId } = await service.ok(owner, 'validateImport', { params, body: { files: [sent] } })
  const commit = { validationId, fileMappings: [], conflictResolutions: [] }
  assert.equal((await service.ok(owner, 'commitImport', { params, body: commit })).success, true)
  for (const [caller, more] of [
    [owner, {}],
    [owner, { structure: 'nested' }],
    [owner, { format: 'i18next-v4' }],
    [owner, { format: 'i18next-v3', placeholders: 'convert' }],
    [german, { format: 'vue-i18n' }],
  ] as const) {
    const { bytes } = await download({ localeCodes: ['de'], namespaces: ['long'], ...more }, caller)
    assert.deepEqual(JSON.parse(String(bytes)), { 'A name': 'x', [long]: 'Absatz' })
  }
})

test('formats 7 plurals stay messages in files of a format that has none', async () => {
  const value = '{count, plural, one {# Datei} other {# Dateien}}'
  const body = {
    key: 'files',
    namespace: 'none',
    isPlural: true,
    translations: { de: { value, status: 'translated' } },
  }
  await service.ok(owner, 'createKey', { params, body })
  const none = all.filter(({ hasPlurals, syntax }) => !hasPlurals && isConvertible(syntax))
  assert.ok(none.length > 0)
  for (const format of none) {
    const asked = { format: format.id, localeCodes: ['de'], namespaces: ['none'], placeholders: 'convert' }
    const { status, headers, body: bytes } = await service.call(owner, 'exportKeys', { params, body: asked })
    assert.deepEqual([status, Number(headers['x-parlance-warnings'])], [200, 1])
    assert.equal(read(format, bytes as Buffer).get('files de'), value)
  }
})

describe('formats 7 what gettext is given', () => {
  const translated = (value: string) => ({ value, status: 'translated' })
  const catalogue = async () => {
    const asked = { format: 'po', localeCodes: ['de'], namespaces: ['flags'], placeholders: 'convert' }
    return (await download(asked)).bytes.toString()
  }

  test('is written as the flags of a text say', async () => {
    const body = {
      key: 'mail',
      namespace: 'flags',
      translations: { en: translated('{n, number} from {name}'), de: translated('{n, number} von {name}') },
    }
    const { id: keyId } = await service.ok(owner, 'createKey', { params, body })
    assert.match(await catalogue(), /"%1\$d von %2\$s"/)
    const data = { po: { flags: ['python-format'] } }
    await service.ok(owner, 'putFormatData', { params: { ...params, keyId }, body: data })
    assert.match(await catalogue(), /#, python-format\nmsgid "mail"\nmsgstr "%\(n\)d von %\(name\)s"/)
  })

  test('has the plural of the source text in the same syntax', async () => {
    const body = {
      key: 'one file',
      namespace: 'flags',
      isPlural: true,
      translations: {
        en: translated('{count, plural, one {one file} other {# files}}'),
        de: translated('{count, plural, one {eine Datei} other {# Dateien}}'),
      },
    }
    await service.ok(owner, 'createKey', { params, body })
    assert.match(await catalogue(), /msgid_plural "%d files"\nmsgstr\[0\] "eine Datei"\nmsgstr\[1\] "%d Dateien"/)
  })
})
