import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createScene, join } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { unzip } from './unzip.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const ids: Record<string, number> = {}

interface Sent {
  [field: string]: unknown
}

async function download(body: Sent = {}, caller: { cookie?: string } = owner) {
  const answer = await service.call(caller, 'exportKeys', { params, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return {
    type: answer.headers['content-type'],
    disposition: answer.headers['content-disposition'],
    bytes: answer.body as Buffer,
  }
}

const json = async (body: Sent, caller = owner) =>
  JSON.parse((await download({ localeCodes: ['en'], ...body }, caller)).bytes.toString())

async function files(body: Sent = {}, caller: { cookie?: string } = owner) {
  const { bytes } = await download(body, caller)
  return Object.fromEntries((await unzip(bytes)).map(({ path, text }) => [path, JSON.parse(text)]))
}

async function create(key: string, values: Record<string, string>, more: Sent = {}) {
  const translations = Object.fromEntries(
    Object.entries(values).map(([locale, value]) => [locale, { value, status: 'not_reviewed' }]),
  )
  const created = await service.ok(owner, 'createKey', { params, body: { key, translations, ...more } })
  ids[key] = created.id
}

before(async () => {
  await create('title', { en: 'Shop', de: 'Laden' })
  await create('cart.empty', { en: 'Empty', fr: 'Vide' })
  await create('cart', { en: 'Cart' })
  await create('none', {})
})

describe('the default namespace alone', () => {
  test('one locale is a JSON file, pretty and flat, by code point', async () => {
    const { type, disposition, bytes } = await download({ localeCodes: ['en'] })
    assert.equal(type, 'application/json')
    assert.equal(disposition, 'attachment; filename="en.json"')
    assert.equal(bytes.toString(), '{\n  "cart": "Cart",\n  "cart.empty": "Empty",\n  "title": "Shop"\n}')
  })

  test('minified and nested', async () => {
    const { bytes } = await download({ localeCodes: ['FR'], style: 'minified', structure: 'nested' })
    assert.equal(bytes.toString(), '{"cart":{"empty":"Vide"}}')
  })

  test('several locales are an archive, named after the project and the day', async () => {
    const { type, disposition, bytes } = await download()
    const day = service.clock.now().toISOString().slice(0, 10)
    assert.equal(type, 'application/zip')
    assert.equal(disposition, `attachment; filename="Shop-${day}.zip"`)
    assert.deepEqual(
      (await unzip(bytes)).map(({ path }) => path),
      ['en.json', 'de.json', 'fr.json'],
    )
  })

  test('the same data gives the same bytes', async () => {
    assert.deepEqual((await download()).bytes, (await download()).bytes)
  })

  test('includeEmpty writes an empty text for a key without a value', async () => {
    const { bytes } = await download({ localeCodes: ['de'], includeEmpty: true, style: 'minified' })
    assert.equal(bytes.toString(), '{"cart":"","cart.empty":"","none":"","title":"Laden"}')
  })

  test('a cleared value is left out, or empty with includeEmpty', async () => {
    await create('cleared', { en: 'Gone' })
    const body = { keyIds: [ids['cleared'] ?? 0], localeCodes: ['en'] }
    await service.ok(owner, 'batchClearValues', { params, body })
    assert.ok(!('cleared' in (await json({}))))
    assert.equal((await json({ includeEmpty: true })).cleared, '')
  })

  test('statuses choose values; a missing one is not translated', async () => {
    await create('reviewed', {}, { translations: { en: { value: 'Yes', status: 'translated' } } })
    assert.deepEqual(await json({ statuses: ['translated'] }), { reviewed: 'Yes' })
    const missing = await json({ statuses: ['not_translated'], includeEmpty: true })
    assert.deepEqual(missing, { cleared: '', none: '' })
  })

  test('empty lists choose everything, as if they were not sent', async () => {
    assert.deepEqual(await files({ localeCodes: [], namespaces: [], statuses: [] }), await files())
  })

  test('i18next-v4 has the plurals of each locale', async () => {
    const value = '{count, plural, one {# Artikel} other {# Artikel}} für {name}'
    await create('items', { de: value, fr: value }, { isPlural: true })
    const exported = await files({ format: 'i18next-v4', structure: 'nested' })
    assert.equal(exported['de.json'].items_one, '{{count}} Artikel für {{name}}')
    assert.equal(exported['fr.json'].items_many, '{{count}} Artikel für {{name}}')
    assert.equal(exported['de.json'].items_many, undefined)
  })
})

describe('several namespaces', () => {
  before(async () => {
    await create('save', { en: 'Save', de: 'Sichern' }, { namespace: 'common' })
    await create('x', { en: 'X' }, { namespace: 'a/b' })
    await create('common.save', { en: 'Mine' })
  })

  test('each has a folder, but for the default one', async () => {
    const exported = await files({ localeCodes: ['en', 'de'] })
    assert.deepEqual(Object.keys(exported), [
      'en.json',
      'de.json',
      'a%2Fb/en.json',
      'a%2Fb/de.json',
      'common/en.json',
      'common/de.json',
    ])
    assert.deepEqual(exported['common/de.json'], { save: 'Sichern' })
    assert.deepEqual(exported['a%2Fb/de.json'], {})
  })

  test('one locale of all namespaces is an archive', async () => {
    assert.deepEqual(Object.keys(await files({ localeCodes: ['de'] })), ['de.json', 'a%2Fb/de.json', 'common/de.json'])
  })

  test('one locale and one namespace is a file', async () => {
    const { disposition } = await download({ localeCodes: ['de'], namespaces: ['common'] })
    assert.equal(disposition, 'attachment; filename="de.json"')
    assert.deepEqual(await json({ localeCodes: ['de'], namespaces: ['common'] }), { save: 'Sichern' })
  })

  test('chosen keys in one locale are one file with the namespaces in the names', async () => {
    const keyIds = [ids['title'], ids['save'], ids['x'], 999_999]
    const { type, disposition } = await download({ keyIds, localeCodes: ['en'] })
    assert.equal(type, 'application/json')
    assert.equal(disposition, 'attachment; filename="en.json"')
    assert.deepEqual(await json({ keyIds }), { 'a/b.x': 'X', 'common.save': 'Save', title: 'Shop' })
    assert.deepEqual(await json({ keyIds, structure: 'nested' }), {
      'a/b': { x: 'X' },
      common: { save: 'Save' },
      title: 'Shop',
    })
  })

  test('a key of the default namespace keeps its name against one of another namespace', async () => {
    assert.deepEqual(await json({ keyIds: [ids['save'], ids['common.save']] }), { 'common.save': 'Mine' })
  })

  test('chosen keys in several locales are an archive', async () => {
    const keyIds = [ids['title'], ids['save']]
    const { type, disposition } = await download({ keyIds, localeCodes: ['en', 'de'] })
    const day = service.clock.now().toISOString().slice(0, 10)
    assert.equal(type, 'application/zip')
    assert.equal(disposition, `attachment; filename="translations-selected-${day}.zip"`)
    assert.deepEqual(await files({ keyIds, localeCodes: ['en', 'de'] }), {
      'en.json': { title: 'Shop' },
      'de.json': { title: 'Laden' },
      'common/en.json': { save: 'Save' },
      'common/de.json': { save: 'Sichern' },
    })
  })
})

describe('refusals', () => {
  for (const field of ['format', 'structure', 'style']) {
    test(`${field} outside its list`, () =>
      service.refused(owner, 'exportKeys', { params, body: { [field]: 'xml' } }, 'validationError', { field }))
  }

  test('a status outside its list', () =>
    service.refused(owner, 'exportKeys', { params, body: { statuses: ['done'] } }, 'validationError', {
      field: 'statuses.0',
    }))

  test('a restricted member gets the languages they may see, and may not name another', async () => {
    const member = await join(service, owner, orgId, 'viewer', ['de'])
    const exported = await files({}, member)
    assert.deepEqual(Object.keys(exported), ['de.json', 'a%2Fb/de.json', 'common/de.json'])
    await service.refused(member, 'exportKeys', { params, body: { localeCodes: ['de', 'en'] } }, 'localeForbidden')
    await service.refused(member, 'exportKeys', { params, body: { localeCodes: ['ja'] } }, 'localeForbidden')
  })
})

test('the name of the project is safe in the header', async () => {
  await service.ok(owner, 'updateProject', { params, body: { name: 'A "b"\r\nÄ😀-_9' } })
  const { disposition } = await download()
  assert.match(String(disposition), /^attachment; filename="A__b_____-_9-\d{4}-\d\d-\d\d\.zip"$/)
})

test('a project of another organization is not there', async () => {
  const { owner: stranger } = await createScene(service)
  await service.refused(stranger, 'exportKeys', { params, body: {} }, 'projectNotFound')
})
