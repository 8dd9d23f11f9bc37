import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from '../../../../../test/factories.ts'
import { type Caller, startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'
import { around, createTmxScene, unit } from './tmx-scene.ts'

const service = await startService()
const scene = await createTmxScene(service)
const { owner, orgId, de, createMemory, put, entries, load, stored } = scene

const exported = async (tmId: number, query: Record<string, unknown> = {}, caller: Caller = owner) => {
  const answer = await service.call(caller, 'exportTmx', { params: { tmId }, query })
  assert.equal(answer.status, 200)
  return { headers: answer.headers, file: answer.body as string }
}

test('an export imports back without loss', async () => {
  const { id: tmId } = await createMemory()
  await put(tmId, ' <b>\r\n"&\t\u0001\u001f\uffff]]> ', '\u0085😀\u2028 \n', { contextKey: 'a\u0002<&"' })
  await put(tmId, 'File', 'Datei', { contextKey: '' })
  await put(tmId, 'File', 'Fichier', { targetLocaleId: scene.fr })
  await service.db.run(sql`
    update memory_entries set usage_count = 3, last_used_at = '2026-01-01T00:00:00.001Z',
                              created_at = '2025-01-01T00:00:00.020Z', updated_at = '2025-06-01T00:00:00.999Z'
    where memory_id = ${tmId}`)
  const [odd] = await entries(tmId)
  await service.db.run(sql`
    update memory_entries set source_project_id = ${scene.projectId} where memory_id = ${tmId} and id <> ${odd?.id}`)
  const { id: copy } = await createMemory()
  const { file } = await exported(tmId)
  assert.deepEqual(await load(copy, file), { imported: 3, skipped: 0, errors: [] })
  const bare = async (id: number) => (await entries(id)).map(({ id: _, tmId: __, ...entry }) => entry)
  assert.deepEqual(await bare(copy), await bare(tmId))
  assert.equal((await exported(copy)).file, file)
  assert.deepEqual(await load(tmId, file, { conflictResolution: 'overwrite' }), { imported: 3, skipped: 0, errors: [] })
  assert.deepEqual(await bare(tmId), await bare(copy))
})

test('authors come back whom their names do not tell: one of two of a name, a stranger of that name, nobody', async () => {
  const { id: tmId } = await createMemory()
  const ask = { params: { tmId } }
  const twins = [await join(service, owner, orgId, 'admin'), await join(service, owner, orgId, 'admin')]
  for (const twin of twins) await service.ok(twin, 'updateMe', { body: { name: 'Twin' } })
  for (const [at, twin] of twins.entries()) {
    const body = { sourceText: `${at}`, targetText: 'x', targetLocaleId: de }
    await service.ok(twin, 'putMemoryEntry', { ...ask, body })
  }
  await load(tmId, around(unit({ en: 'stranger', de: 'x' }, 'creationid="Later known"')))
  const later = await join(service, owner, orgId, 'viewer')
  await service.ok(later, 'updateMe', { body: { name: 'Later known' } })
  await put(tmId, 'nobody', 'x')
  await service.db.run(sql`
    update memory_entries set author_id = null where memory_id = ${tmId} and source_text = 'nobody'`)
  const authors = async (id: number) =>
    (await entries(id)).map(({ sourceText, authorId, authorName }) => [sourceText, authorId, authorName])
  const { file } = await exported(tmId)
  const { id: copy } = await createMemory()
  await load(copy, file)
  assert.deepEqual(await authors(copy), await authors(tmId))
  assert.deepEqual((await authors(copy)).at(-1), ['nobody', null, null])
})

test('ids in a file count only where they come from', async () => {
  const { id: tmId } = await createMemory()
  await put(tmId, 'File', 'Datei')
  const foreign = await createMemoryScene(service)
  const { id: there } = await foreign.createMemory()
  await service.db.run(sql`
    update memory_entries set source_project_id = ${scene.projectId} where memory_id = ${tmId}`)
  const { file } = await exported(tmId)
  const load = (content: string) =>
    service.ok(foreign.owner, 'importTmx', {
      params: { tmId: there },
      body: { content, conflictResolution: 'overwrite' },
    })
  const imported = async () =>
    (await foreign.entries(there)).map(({ sourceProjectId, authorId }) => [sourceProjectId, authorId])
  await load(file)
  assert.deepEqual(await imported(), [[null, null]])
  // Named as if it came from here, it still cannot name what is not here.
  const origin = /<prop type="x-parlance-origin">.*?<\/prop>/
  const { file: own } = await exported(there, {}, foreign.owner)
  await load(file.replace(origin, origin.exec(own)?.[0] ?? '').replace('Datei', 'Akte'))
  assert.deepEqual(await imported(), [[null, null]])
})

test('one language alone, under a name that any header can carry', async () => {
  const { id: tmId } = await createMemory({ name: `Shop "é中" \u202e(1)*'\r\nX: y` })
  await put(tmId, 'File', 'Datei')
  await put(tmId, 'File', 'Fichier', { targetLocaleId: scene.fr })
  const { headers, file } = await exported(tmId, { targetLocaleId: de })
  assert.ok(file.includes('Datei') && !file.includes('Fichier'))
  assert.equal(headers['content-type'], 'application/xml; charset=utf-8')
  const name = 'Shop%20%22%C3%A9%E4%B8%AD%22%20%E2%80%AE%281%29%2A%27%0D%0AX%3A%20y'
  assert.equal(headers['content-disposition'], `attachment; filename*=UTF-8''${name}.tmx`)
  const sent = { params: { tmId }, query: { targetLocaleId: 999_999 } }
  await service.refused(owner, 'exportTmx', sent, 'localeUnknown')
  await service.refused(owner, 'exportTmx', { ...sent, query: { targetLocaleId: 'de' } }, 'validationError', {
    field: 'targetLocaleId',
  })
})

test('an entry in the language of its memory comes back, too', async () => {
  const { id: tmId } = await createMemory()
  await put(tmId, 'colour', 'color', { targetLocaleId: scene.en })
  const { id: copy } = await createMemory()
  assert.deepEqual(await load(copy, (await exported(tmId)).file), { imported: 1, skipped: 0, errors: [] })
  assert.deepEqual(await stored(copy), ['colour|en|color||0'])
  // Of several languages that mean the memory's, the first is the source, and the others are no translations.
  const variants = around(unit({ 'en-US': 'color', 'en-GB': 'colour' }), 'en-US')
  const localeMapping = { 'en-US': 'en', 'en-GB': 'en' }
  assert.deepEqual((await load(copy, variants, { localeMapping })).imported, 0)
})

test('a restricted member imports and exports only their languages', async () => {
  const { id: tmId } = await createMemory()
  const params = { tmId }
  const french = await join(service, owner, orgId, 'admin', ['fr'])
  const content = around(unit({ en: 'File', de: 'Datei', fr: 'Fichier' }))
  assert.deepEqual(await service.ok(french, 'importTmx', { params, body: { content } }), {
    imported: 1,
    skipped: 1,
    errors: ['Access denied to locale: de (1 skipped)'],
  })
  await put(tmId, 'File', 'Datei')
  const { body } = await service.call(french, 'exportTmx', { params })
  assert.ok(String(body).includes('Fichier') && !String(body).includes('Datei'))
  await service.refused(french, 'exportTmx', { params, query: { targetLocaleId: de } }, 'localeForbidden')
})
