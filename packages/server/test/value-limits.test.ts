import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errors } from '@parlance/contract'
import { sql } from '../src/db/sql.ts'
import { fileOf } from '../src/features/import/test/import-scene.ts'
import { createTranslationScene } from '../src/features/machine-translation/test/translation-scene.ts'
import { createApiKey } from './factories.ts'

const scene = await createTranslationScene()
const { service, owner, orgId, project, projectId, params, translate } = scene
const build = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])

const LIMIT = 3
const LONG = '🦜🦜🦜🦜'
const meta = { limit: LIMIT, actual: 4 }
const WORDS = "The value is longer than the key's limit"

let made = 0
const text = (value: string) => ({ value, status: 'translated' })
/** A key whose texts have room for three characters, with an English text that has four: data from elsewhere may. */
async function createKey(en = LONG) {
  const body = { key: `key ${++made}`, translations: { en: text(en), de: text('old') } }
  const { id, key } = await service.ok(owner, 'createKey', { params, body })
  await service.db.run(sql`update keys set character_limit = ${LIMIT} where id = ${id}`)
  return { id, key }
}
const valuesOf = (keyId: number) =>
  service.db.rows<{ locale: string; value: string; status: string }>(sql`
    select l.code as locale, t.value, t.status from translations t join locales l on l.id = t.locale_id
    where t.key_id = ${keyId} order by l.code`)
const changes = async () =>
  (await service.db.one<{ count: number }>(sql`select count(*) as count from changes where event like 'translation.%'`))
    .count

/** What a way to write answers when a text of four characters should become the German one. */
const doors: Record<string, (key: { id: number; key: string }) => Promise<void>> = {
  putValue: ({ key }) => {
    const request = { params: { projectId, key }, body: { locale: 'de', value: LONG } }
    return service.refused(owner, 'putValue', request, 'valueTooLong', meta)
  },
  'putValue with an entry of a memory, whose use does not count': async ({ key }) => {
    const { tmId, entryId } = await createEntry()
    const request = { params: { projectId, key }, body: { locale: 'de', value: LONG, tmEntryId: entryId } }
    await service.refused(owner, 'putValue', request, 'valueTooLong', meta)
    const { entries } = await service.ok(owner, 'listMemoryEntries', { params: { tmId } })
    assert.deepEqual(
      entries.map(({ usageCount }) => usageCount),
      [0],
    )
  },
  'putValue of a source text with parameters': ({ key }) => {
    const request = { params: { projectId, key }, body: { locale: 'en', value: '{n}!' } }
    return service.refused(owner, 'putValue', request, 'valueTooLong', meta)
  },
  createKey: async () => {
    const body = { key: `key ${++made}`, namespace: 'fresh', characterLimit: LIMIT, translations: { de: text(LONG) } }
    await service.refused(owner, 'createKey', { params, body }, 'valueTooLong', meta)
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    assert.deepEqual(
      namespaces.map(({ name }) => name),
      ['default'],
    )
  },
  'pushKey of a new key': async () => {
    const body = { key: `key ${++made}`, characterLimit: LIMIT, translations: { de: text(LONG) } }
    await service.refused(build, 'pushKey', { body }, 'valueTooLong', meta)
  },
  'pushKey of one that is there, of which nothing is taken': ({ key }) => {
    const body = { key, description: 'new', translations: { fr: text('ok'), de: text(LONG) } }
    return service.refused(build, 'pushKey', { body }, 'valueTooLong', meta)
  },
  batchCopyValues: async ({ id, key }) => {
    const body = { keyIds: [id], fromLocaleCode: 'en', toLocaleCode: 'de', overwriteExisting: true }
    const { failed, errors } = await service.ok(owner, 'batchCopyValues', { params, body })
    assert.deepEqual([failed, errors], [1, [{ keyId: id, key, message: WORDS }]])
  },
  commitImport: async ({ key }) => {
    const body = { files: [fileOf('de.json', { [key]: LONG })], options: { defaultConflictResolution: 'use_imported' } }
    const { validationId } = await service.ok(owner, 'validateImport', { params, body })
    const decided = { key, locale: 'de', existingValue: 'old', newValue: LONG, resolution: 'use_imported' }
    const answer = await service.ok(owner, 'commitImport', {
      params,
      body: { validationId, fileMappings: [], conflictResolutions: [decided] },
    })
    const message = "The text is longer than the key's limit of 3 characters"
    assert.deepEqual(
      [answer.success, answer.errors],
      [false, [{ filename: 'de.json', key, code: 'value_too_long', message }]],
    )
  },
  commitCliImport: async ({ key }) => {
    const body = { namespaces: { default: { de: { [key]: LONG } } }, options: { conflictResolution: 'keep_local' } }
    const answer = await service.ok(build, 'commitCliImport', { params, body })
    const message = `The value of "${key}" in "de" is longer than the key's limit of 3 characters; it is left out`
    const warning = { type: 'value_too_long', namespace: 'default', locale: 'de', key, message }
    assert.deepEqual([answer.success, answer.errors, answer.warnings], [true, [], [warning]])
  },
  machineTranslateKeys: async ({ id, key }) => {
    await createEntry()
    const { failed, errors } = await translate([id], 'de', { overwriteExisting: true })
    assert.deepEqual([failed, errors], [1, [{ keyId: id, key, message: WORDS, type: 'unknown' }]])
  },
}

/** A translation of the English text that is as long, in a memory of the project. */
async function createEntry() {
  const localeId = (code: string) => project.locales.find((locale) => locale.code === code)?.id ?? 0
  const { id: tmId } = await service.ok(owner, 'createMemory', {
    params: { orgId },
    body: { name: `Memory ${++made}`, sourceLocaleId: localeId('en') },
  })
  const assignments = [{ tmId, priority: 50, isWritable: false, penalty: 0 }]
  await service.ok(owner, 'updateMemorySettings', { params, body: { assignments } })
  const body = { sourceText: LONG, targetText: LONG, targetLocaleId: localeId('de') }
  await service.ok(owner, 'putMemoryEntry', { params: { tmId }, body })
  const { entries } = await service.ok(owner, 'listMemoryEntries', { params: { tmId } })
  return { tmId, entryId: entries[0]?.id }
}

describe('a text over the limit of its key is refused, and what is there stays', () => {
  for (const [door, knock] of Object.entries(doors)) {
    test(`by ${door}`, async () => {
      const key = await createKey()
      const before = [await valuesOf(key.id), await changes()]
      await knock(key)
      assert.deepEqual([await valuesOf(key.id), await changes()], before)
      assert.equal(await overLimit(), 0)
    })
  }
})

/** Texts in German and French that are over their key's limit; the English ones were put there. */
const overLimit = async () =>
  (
    await service.db.one<{ count: number }>(sql`
      select count(*) as count from translations t
      join keys k on k.id = t.key_id
      join locales l on l.id = t.locale_id
      where char_length(t.value) > k.character_limit and l.code <> 'en'`)
  ).count

test('a text that is over a limit which came later can still be reviewed', async () => {
  const { id, key } = await createKey()
  const [english] = (await valuesOf(id)).filter(({ locale }) => locale === 'en')
  assert.equal(english?.value, LONG)
  const { translations } = await service.ok(build, 'getKey', { params: { namespace: 'default', key } })
  const translationId = translations['en']?.id ?? 0
  await service.ok(owner, 'setStatus', { params: { projectId, translationId }, body: { status: 'not_reviewed' } })
  const body = { keyIds: [id], localeCode: 'en', status: 'translated' }
  assert.equal((await service.ok(owner, 'batchSetStatus', { params, body })).failed, 0)
  assert.deepEqual((await valuesOf(id)).at(-1), { locale: 'en', value: LONG, status: 'translated' })
})

test('lists of what failed say it as the catalogue does', () => {
  assert.equal(errors.valueTooLong.message, `${WORDS}.`)
})
