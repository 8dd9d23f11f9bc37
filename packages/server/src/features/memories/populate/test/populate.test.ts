import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApiKey } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { transaction } from '../../../../db/transaction.ts'
import { JobRunner } from '../../../../jobs/runner.ts'
import { TRANSLATION_JOB, translationJob } from '../../../machine-translation/translation-job.ts'
import { lockMemory } from '../../entries/write-entries.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'
import { populateProject } from '../populate.ts'
import { Populator } from '../populator.ts'

const service = await startService()
const { db, clock } = service.services

/** A project that writes into a memory of its own. */
async function createWriter(settings: { onlyApproved?: boolean } = {}) {
  const scene = await createMemoryScene(service)
  const { owner, projectId } = scene
  const { id: tmId } = await scene.createMemory(settings)
  await scene.assign({ tmId, isWritable: true })
  const params = { projectId }
  return {
    ...scene,
    tmId,
    params,
    createKey: (key: string, values: Record<string, string>, status = 'not_reviewed') =>
      service.ok(owner, 'createKey', {
        params,
        body: {
          key,
          translations: Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value, status }])),
        },
      }),
    write: (key: string, locale: string, value: string, more: object = {}) =>
      service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value, ...more } }),
    stored: async () => {
      await populateProject(db, clock, projectId)
      const entries = await scene.entries(tmId)
      return entries.map((entry) => `${entry.contextKey}: ${entry.sourceText} → ${entry.targetText}`)
    },
  }
}

test('a value is stored with the source text beside it, in whatever order a request writes them', async () => {
  const { createKey, write, stored, owner, projectId, tmId, entries } = await createWriter()
  await createKey('greeting', { de: 'Hallo', en: 'Hello', fr: 'Bonjour' })
  assert.deepEqual((await stored()).sort(), ['greeting: Hello → Bonjour', 'greeting: Hello → Hallo'])
  const [entry] = await entries(tmId)
  assert.deepEqual(
    [entry?.sourceProjectId, entry?.sourceProjectName, entry?.authorId, entry?.usageCount],
    [projectId, 'Shop', owner.userId, 0],
  )
  // The text beside the value at that time, although it is another one when the entry is made.
  await write('greeting', 'de', 'Servus')
  await write('greeting', 'en', 'Good bye')
  assert.deepEqual((await stored()).sort(), ['greeting: Hello → Bonjour', 'greeting: Hello → Servus'])
  await write('greeting', 'de', 'Tschüss')
  assert.ok((await stored()).includes('greeting: Good bye → Tschüss'))
})

test('a later source text is not that of an earlier value, although after a restore one transaction wrote both', async () => {
  const { createKey, write, stored, projectId } = await createWriter()
  await createKey('greeting', { en: 'Hello', de: 'Hallo' })
  service.clock.advance(1000)
  await write('greeting', 'en', 'Good bye')
  await db.run(sql`update changes set event = event where project_id = ${projectId}`)
  assert.deepEqual(await stored(), ['greeting: Hello → Hallo'])
})

test('14.17: what is empty, longer than 10,000 characters, or in the source language is not stored', async () => {
  const { createKey, write, stored, params, owner } = await createWriter()
  await createKey('no source', { de: 'Hallo' })
  await createKey('empty', { en: 'Hello', de: '' })
  await createKey('long', { en: 'x'.repeat(10_001), de: 'lang' })
  await createKey('long too', { en: 'Long', de: 'x'.repeat(10_001) })
  await createKey('source only', { en: 'Hello' })
  assert.deepEqual(await stored(), [])
  await write('long too', 'de', 'x'.repeat(10_000))
  assert.equal((await stored()).length, 1)
  const name = 'k'.repeat(513)
  await createKey(name, { en: 'Named', de: 'Benannt' })
  await createKey('k'.repeat(512), { en: 'Named', de: 'Benannt' })
  assert.deepEqual((await stored()).slice(1).sort(), [`${'k'.repeat(512)}: Named → Benannt`, 'null: Named → Benannt'])
  const { data } = await service.ok(owner, 'listKeys', { params, query: { search: 'source only' } })
  const body = { keyIds: data.map(({ id }) => id), fromLocaleCode: 'en', toLocaleCode: 'fr' }
  await service.ok(owner, 'batchCopyValues', { params, body })
  assert.ok((await stored()).includes('source only: Hello → Hello'))
})

test('only approved: when the status is, or becomes, translated', async () => {
  const { createKey, write, stored, owner, params } = await createWriter({ onlyApproved: true })
  const { translations } = await createKey('greeting', { en: 'Hello', de: 'Hallo' })
  assert.deepEqual(await stored(), [])
  const translationId = translations['de']?.id ?? 0
  await service.ok(owner, 'setStatus', { params: { ...params, translationId }, body: { status: 'translated' } })
  assert.deepEqual(await stored(), ['greeting: Hello → Hallo'])
  await write('greeting', 'de', 'Servus')
  assert.deepEqual(await stored(), ['greeting: Hello → Hallo'])
  await write('greeting', 'de', 'Moin', { status: 'translated' })
  assert.deepEqual(await stored(), ['greeting: Hello → Moin'])
})

test('builds that push write in the name of the creator of their key', async () => {
  const { stored, owner, projectId, entries, tmId } = await createWriter()
  const key = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
  const body = {
    key: 'pushed',
    translations: {
      de: { value: 'Hallo', status: 'not_reviewed' },
      en: { value: 'Hello', status: 'not_reviewed' },
    },
  }
  await service.ok(key, 'pushKey', { body })
  assert.deepEqual(await stored(), ['pushed: Hello → Hallo'])
  assert.equal((await entries(tmId))[0]?.authorId, owner.userId)
})

test('what an import and a machine write is stored too', async () => {
  const { stored, owner, projectId, params, createMemory, assign, put, tmId } = await createWriter()
  const key = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
  const namespaces = { default: { de: { imported: 'Hallo' }, en: { imported: 'Hello', open: 'Open' } } }
  const body = { namespaces, options: { conflictResolution: 'keep_local' } }
  await service.ok(key, 'commitCliImport', { params, body })
  assert.deepEqual(await stored(), ['imported: Hello → Hallo'])
  const { id: source } = await createMemory()
  await put(source, 'Open', 'Öffnen')
  await assign({ tmId, isWritable: true }, { tmId: source })
  const { ids } = await service.ok(owner, 'listKeyIds', { params })
  const runner = new JobRunner(service.services, { [TRANSLATION_JOB]: translationJob })
  await service.ok(owner, 'machineTranslateKeys', { params, body: { keyIds: ids, targetLocaleCodes: ['de'] } })
  await until('the machine', async () => (await stored()).includes('open: Open → Öffnen'))
  await runner.close()
  assert.deepEqual(await stored(), ['imported: Hello → Hallo', 'open: Open → Öffnen'])
})

test('values count from when there is a memory for them, and by the settings of their time', async () => {
  const scene = await createWriter()
  const { createKey, write, stored, owner, tmId, assign, createMemory, entries } = scene
  await createKey('a', { en: 'Hello', de: 'Hallo' })
  // Not taken over yet as the settings change.
  await service.ok(owner, 'updateMemory', { params: { tmId }, body: { autoPopulate: false } })
  assert.deepEqual(await stored(), ['a: Hello → Hallo'])
  await write('a', 'de', 'off')
  await service.ok(owner, 'updateMemory', { params: { tmId }, body: { autoPopulate: true } })
  assert.deepEqual(await stored(), ['a: Hello → Hallo'])
  await write('a', 'de', 'first')
  const { id: other } = await createMemory()
  await assign({ tmId: other, isWritable: true }, { tmId })
  await write('a', 'de', 'second')
  assert.deepEqual(await stored(), ['a: Hello → first'])
  assert.equal((await entries(other))[0]?.targetText, 'second')
  await assign({ tmId: other })
  await write('a', 'de', 'unassigned')
  await assign({ tmId: other, isWritable: true })
  await stored()
  assert.equal((await entries(other))[0]?.targetText, 'second')
})

test('the same value is stored once, whoever does it and however often', async () => {
  const { createKey, projectId, tmId, entries } = await createWriter()
  await createKey('a', { en: 'Hello', de: 'Hallo' })
  await Promise.all(Array.from({ length: 5 }, () => populateProject(db, clock, projectId)))
  const before = await entries(tmId)
  await service.ok((await createMemoryScene(service)).owner, 'getSession')
  assert.equal(before.length, 1)
  // Deleted by hand, it does not come back by itself.
  await service.db.run(sql`delete from memory_entries where memory_id = ${tmId}`)
  await populateProject(db, clock, projectId)
  assert.deepEqual(await entries(tmId), [])
})

test('more changes than fit into one page', async () => {
  const { owner, params, stored, createKey } = await createWriter()
  const first = await createKey('k0', { en: 'Text 0', de: 'Wert 0' })
  await service.db.run(sql`
    with k as (
      insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
      select ${params.projectId}, ${first.namespaceId}, 'k' || n, ${owner.userId}, now(), now()
      from generate_series(1, 2500) n returning id, name, project_id)
    insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
    select k.project_id, k.id, l.locale_id, 'Text ' || substr(k.name, 2), 'not_reviewed', ${owner.userId}, now(), now()
    from k, project_locales l join projects p on p.id = l.project_id
    where l.project_id = k.project_id and l.locale_id = p.source_locale_id`)
  const { ids } = await service.ok(owner, 'listKeyIds', { params })
  // The history knows no source text of keys that were made behind its back, so it is told one.
  const copy = { keyIds: ids, fromLocaleCode: 'en', toLocaleCode: 'de' }
  await service.ok(owner, 'batchSetStatus', { params, body: { keyIds: ids, localeCode: 'en', status: 'translated' } })
  await service.ok(owner, 'batchCopyValues', { params, body: copy })
  assert.equal((await stored()).length, 2501)
})

test('the worker stores what is written within two seconds', async () => {
  const worker = new Populator(service.services)
  after(() => worker.close())
  const { createKey, tmId, entries } = await createWriter()
  await createKey('a', { en: 'Hello', de: 'Hallo' })
  await until('the entry', async () => (await entries(tmId)).length === 1, 2_000)
  await worker.close()
})

test('while an import holds a memory others get what is written for them, and it gets its own soon after', async () => {
  const [importing, other] = [await createWriter(), await createWriter()]
  const { tmId } = importing
  // Before the worker comes: it would find the projects in the order of their ids, the waiting ones first.
  await importing.createKey('a', { en: 'Hello', de: 'Hallo' })
  await other.createKey('a', { en: 'Hello', de: 'Hallo' })
  let worker: Populator | undefined
  after(() => worker?.close())
  await transaction(db, async (tx) => {
    await lockMemory(tx, tmId)
    worker = new Populator(service.services)
    await until('the entry of the others', async () => (await other.entries(other.tmId)).length === 1, 2_000)
    assert.equal((await importing.entries(tmId)).length, 0)
  })
  await until('the entry of its own', async () => (await importing.entries(tmId)).length === 1, 2_000)
  await worker?.close()
})
