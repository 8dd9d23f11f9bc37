import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, createScene } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { transaction } from '../../../../db/transaction.ts'

const KEYS = 6_000

const service = await startService()
const { owner, projectId } = await createScene(service)
const params = { projectId }
const build = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const keeper = await createApiKey(service, owner, projectId, ['translations:write', 'translations:delete'])

type Texts = Record<string, string>
const nameOf = (at: number) => `page.part_${String(at).padStart(5, '0')}.title`
const textsOf = (locale: string): Texts =>
  Object.fromEntries(
    Array.from({ length: KEYS }, (_, at) => [
      nameOf(at),
      at % 3 === 0 ? `${locale} {name} has ${at} files` : `${locale} text number ${at} of a page`,
    ]),
  )
const [en, de] = [textsOf('en'), textsOf('de')]

const push = (locales: Record<string, Texts>, more: object = {}, options: object = {}, caller = build) =>
  service.ok(caller, 'commitCliImport', {
    params,
    body: { namespaces: { default: locales }, ...more, options: { conflictResolution: 'keep_local', ...options } },
  })
const exported = async () => (await service.ok(build, 'exportTranslations')).namespaces['default']
const asked = async (name: string) => {
  const { keys } = await service.ok(owner, 'getTypes', { params })
  return keys.find(({ key }) => key === name)?.params.map(({ name: param }) => param)
}
const lastOfTexts = async () => {
  const { activity } = await service.ok(owner, 'listActivity', { params })
  return activity.find(({ event }) => event !== 'import.completed')
}

await push({ en, de })

test('a large push that changes a little writes that, and nothing else', async () => {
  await service.ok(owner, 'createKey', { params, body: { key: 'short', characterLimit: 3 } })
  const sent = {
    en: { ...en, [nameOf(0)]: 'Nobody is asked', [nameOf(1)]: 'Now {who} is', fresh: 'New {thing}', short: '1234' },
    de: { ...de, [nameOf(2)]: '', fresh: 'Neu' },
  }
  const { stats, warnings, affectedKeyIds, changes } = await push(sent)
  assert.deepEqual(
    [stats.keysCreated, stats.keysUpdated, stats.translationsCreated, stats.translationsUpdated],
    [1, 3, 2, 3],
  )
  assert.deepEqual(
    warnings.map(({ type, key }) => [type, key]),
    [['value_too_long', 'short']],
  )
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 100 } })
  const own = activity.filter(({ id }) => id >= (changes?.fromId ?? 0) && id <= (changes?.toId ?? 0))
  assert.deepEqual(
    [...new Set(own.map(({ keyId }) => keyId))].sort((a, b) => Number(a) - Number(b)),
    affectedKeyIds,
  )
  assert.deepEqual(own.map(({ event, key }) => `${event} ${key}`).sort(), [
    'key.created fresh',
    'schema.updated fresh',
    'translation.created fresh',
    'translation.created fresh',
    `translation.updated ${nameOf(0)}`,
    `translation.updated ${nameOf(1)}`,
    `translation.updated ${nameOf(2)}`,
  ])
  const { short, ...written } = sent.en
  const { [nameOf(2)]: emptied, ...germans } = sent.de
  assert.deepEqual({ short, emptied }, { short: '1234', emptied: '' })
  assert.deepEqual(await exported(), { en: written, de: germans, fr: {} })
  assert.deepEqual(await Promise.all([0, 1, 3].map((at) => asked(nameOf(at)))), [[], ['who'], ['name']])
  await push({ en, de })
})

test('a large push of what is there changes nothing, and waits for nobody who writes', async () => {
  const before = await lastOfTexts()
  const answer = await transaction(service.db, async (tx) => {
    await tx.run(sql`select 1 from keys where project_id = ${projectId} for no key update`)
    return push({ en, de })
  })
  assert.deepEqual([answer.success, answer.affectedKeyIds, answer.changes], [true, [], null])
  assert.deepEqual(await lastOfTexts(), before)
})

test('a status that is new is written, also of a text that is not', async () => {
  const statuses = { default: { de: { [nameOf(5)]: 'translated' } } }
  const { stats } = await push({ en, de }, { statuses })
  assert.deepEqual([stats.keysUpdated, stats.translationsUpdated], [1, 1])
})

test('what is said of a key is taken, also where its texts stay', async () => {
  const keys = { default: { [nameOf(7)]: { description: 'Where people begin', characterLimit: 2 } } }
  const { stats, warnings } = await push({ en, de }, { keys })
  assert.deepEqual([stats.keysUpdated, stats.translationsUpdated], [1, 0])
  assert.deepEqual(
    warnings.map(({ type, key }) => [type, key]),
    [['limit_too_small', nameOf(7)]],
  )
})

test('a conflict refuses a large push as a small one, and orphans go', async () => {
  const other = { en: { ...en, [nameOf(9)]: 'Something else' } }
  const refused = await push(other, {}, { conflictResolution: 'fail' })
  assert.deepEqual([refused.success, refused.errors.map(({ key }) => key)], [false, [nameOf(9)]])
  const { [nameOf(11)]: gone, ...kept } = en
  assert.ok(gone)
  const { stats } = await push({ en: kept }, {}, { deleteOrphans: true }, keeper)
  // With those that tests before this one made.
  assert.deepEqual([stats.keysDeleted, stats.keysUpdated], [3, 0])
  assert.deepEqual((await exported())?.['en'], kept)
})
