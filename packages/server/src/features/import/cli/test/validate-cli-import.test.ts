import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, createScene } from '../../../../../test/factories.ts'
import { type Caller, startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)
const params = { projectId }
const build = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const writing = await createApiKey(service, owner, projectId, ['translations:write'])
const validate = (namespaces: object, by: Caller = build) =>
  service.ok(by, 'validateCliImport', { params, body: { namespaces } })

const value = (text: string) => ({ value: text, status: 'translated' })
await service.ok(owner, 'createKey', {
  params,
  body: { key: 'title', translations: { en: value('Shop'), de: value('') } },
})
await service.ok(owner, 'createKey', { params, body: { key: 'cart', translations: { en: value('Cart') } } })

test('what is new, what is there, and what is in the way', async () => {
  const namespaces = {
    default: { en: { title: 'Store', cart: 'Cart', fresh: 'New' }, de: { title: 'Laden', fresh: '' } },
  }
  assert.deepEqual(await validate(namespaces), {
    valid: false,
    stats: { totalKeys: 3, newKeys: 1, existingKeys: 2, totalTranslations: 5 },
    conflicts: [{ key: 'title', namespace: 'default', locale: 'en', localValue: 'Store', serverValue: 'Shop' }],
    warnings: [],
  })
})

test('14.11 a key that may not read learns that something is in the way, and not what', async () => {
  const namespaces = { default: { en: { title: 'Store', cart: 'Cart' } } }
  const { valid, conflicts } = await validate(namespaces, writing)
  assert.equal(valid, false)
  const place = { key: 'title', namespace: 'default', locale: 'en' }
  assert.deepEqual(conflicts, [{ ...place, localValue: 'Store', serverValue: null }])
})

test('an empty text against one that is there is a conflict too', async () => {
  const { valid, conflicts } = await validate({ default: { en: { cart: '' } } })
  assert.equal(valid, false)
  assert.deepEqual(conflicts, [
    { key: 'cart', namespace: 'default', locale: 'en', localValue: '', serverValue: 'Cart' },
  ])
})

test('what is dropped is told and counts for nothing', async () => {
  await service.ok(owner, 'addProjectLocale', { params, body: { code: 'pt-BR' } })
  const answer = await validate({
    nowhere: { en: { a: 'A' } },
    default: { 'pt-BR': { title: '1' }, pt_BR: { title: '2', cart: '3' }, ja: { title: 'x' }, '!!': { title: 'x' } },
  })
  assert.equal(answer.valid, true)
  assert.deepEqual(answer.stats, { totalKeys: 2, newKeys: 0, existingKeys: 2, totalTranslations: 2 })
  assert.deepEqual(
    answer.warnings.map(({ type, namespace, locale }) => [type, namespace, locale]),
    [
      ['unknown_namespace', 'nowhere', undefined],
      ['merged_locale', 'default', 'pt-BR'],
      ['unknown_locale', undefined, 'ja'],
      ['unknown_locale', undefined, '!!'],
    ],
  )
})

test('nothing is written', async () => {
  const left = await service.db.row<{ count: number }>(
    sql`select (select count(*) from import_sessions) + (select count(*) from keys where name = 'fresh') as count`,
  )
  assert.equal(left?.count, 0)
})

test('nothing asked, nothing found', async () => {
  assert.deepEqual(await validate({}), {
    valid: true,
    stats: { totalKeys: 0, newKeys: 0, existingKeys: 0, totalTranslations: 0 },
    conflicts: [],
    warnings: [],
  })
})

test('namespaces missing or no object', async () => {
  await service.refused(build, 'validateCliImport', { params, body: {} }, 'fieldRequired', { field: 'namespaces' })
  await service.refused(build, 'validateCliImport', { params, body: { namespaces: 'x' } }, 'validationError', {
    field: 'namespaces',
  })
  await service.refused(owner, 'validateCliImport', { params, body: { namespaces: {} } }, 'apiKeyRequired')
})

test('a body over a mebibyte is read in turns, with the same refusals', async () => {
  const texts = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key.${at}`, 'x'.repeat(60)]))
  const { stats } = await validate({ default: { en: texts } })
  assert.equal(stats.newKeys, 20_000)
  const body = { namespaces: { default: { en: { ...texts, bad: 7 } } } }
  await service.refused(build, 'validateCliImport', { params, body }, 'validationError', {
    field: 'namespaces.default.en.bad',
  })
  const broken = `${JSON.stringify(body)}}`
  await service.refused(build, 'validateCliImport', { params, body: broken }, 'bodyNotJson')
})

test('a body over 50 MB is too large', async () => {
  const body = `{"namespaces":{"default":{"en":{"a":"${'x'.repeat(50 * 2 ** 20)}"}}}}`
  await service.refused(build, 'validateCliImport', { params, body }, 'bodyTooLarge')
})

test('an answer of megabytes is told whole', async () => {
  const texts = (text: string) =>
    Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`many.${at}`, `${text} ${at} ${'ä'.repeat(200)}`]))
  const body = { namespaces: { default: { en: texts('old') } }, options: { conflictResolution: 'fail' } }
  await service.ok(build, 'commitCliImport', { params, body })
  const namespaces = { default: { en: texts('new') } }
  const answer = await service.call(build, 'validateCliImport', { params, body: { namespaces } })
  const { conflicts } = answer.body as { conflicts: { key: string; localValue: string; serverValue: string }[] }
  const told = new Map(conflicts.map((conflict) => [conflict.key, conflict]))
  assert.equal(told.size, 3_000)
  for (const [key, value] of Object.entries(texts('new'))) assert.equal(told.get(key)?.localValue, value)
  for (const [key, value] of Object.entries(texts('old'))) assert.equal(told.get(key)?.serverValue, value)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(Number(answer.headers['content-length']), Buffer.byteLength(JSON.stringify(answer.body)))
})
