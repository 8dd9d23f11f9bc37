import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { createMemoryScene } from './memory-scene.ts'

const service = await startService()
const scene = await createMemoryScene(service)
const { owner, orgId, de, createMemory, put, entries } = scene

const around = (units: string, srclang = 'en') =>
  `<?xml version="1.0"?><tmx version="1.4"><header srclang="${srclang}"/><body>${units}</body></tmx>`
const unit = (texts: Record<string, string>, more = '', context?: string) =>
  `<tu ${more}>${context === undefined ? '' : `<prop type="x-context">${context}</prop>`}${Object.entries(texts)
    .map(([lang, text]) => `<tuv xml:lang="${lang}"><seg>${text}</seg></tuv>`)
    .join('')}</tu>`

const load = (tmId: number, content: string, more: object = {}) =>
  service.ok(owner, 'importTmx', { params: { tmId }, body: { content, ...more } })
const stored = async (tmId: number) =>
  (await entries(tmId)).map(({ sourceText, targetText, targetLocaleCode, contextKey, usageCount }) =>
    [sourceText, targetLocaleCode, targetText, contextKey, usageCount].join('|'),
  )

test('segments come in by language, with context, use and author', async () => {
  const { id: tmId } = await createMemory()
  const content = around(
    unit({ en: 'File', de: 'Datei', fr: 'Fichier' }, 'usagecount="4" creationid="Somebody else"', 'menu') +
      unit({ EN: 'Save', DE: 'Sichern' }, 'creationdate="20200102T030405Z" changedate="20210102T030405Z"'),
  )
  assert.deepEqual(await load(tmId, content), { imported: 3, skipped: 0, errors: [] })
  assert.deepEqual(await stored(tmId), ['File|de|Datei|menu|4', 'File|fr|Fichier|menu|4', 'Save|de|Sichern||0'])
  const [first, , third] = await entries(tmId)
  assert.deepEqual([first?.authorId, first?.authorName], [null, 'Somebody else'])
  assert.deepEqual(
    [third?.authorId, third?.createdAt, third?.updatedAt],
    [owner.userId, '2020-01-02T03:04:05.000Z', '2021-01-02T03:04:05.000Z'],
  )
  assert.equal((await scene.search(tmId, 'Save')).matches[0]?.targetText, 'Sichern')
})

test('what cannot be taken over is skipped and told', async () => {
  const { id: tmId } = await createMemory()
  const content = around(
    [
      unit({ en: 'ok', de: 'gut', xx: 'unknown', pt: 'unknown too' }),
      unit({ de: 'ohne', fr: 'sans' }),
      unit({ en: '', de: 'leer' }),
      unit({ en: 'empty', de: '' }),
      unit({ en: 'x'.repeat(10_001), de: 'lang' }),
      unit({ en: 'long', de: 'x'.repeat(10_001) }),
      unit({ en: 'context', de: 'Kontext' }, '', 'x'.repeat(513)),
      unit({ en: 'alone' }),
      unit({ en: 'ok', de: 'again' }),
    ].join(''),
  )
  const { imported, skipped, errors } = await load(tmId, content)
  assert.deepEqual([imported, skipped], [1, 11])
  assert.deepEqual(await stored(tmId), ['ok|de|gut||0'])
  assert.equal(errors.length, 9)
  assert.ok(errors.includes('The organization has no locale "xx" (1 skipped)'), errors.join('\n'))
  const again = await load(tmId, content)
  assert.deepEqual([again.imported, again.skipped], [0, 12])
})

test('languages of the file are mapped to those of the organization', async () => {
  const { id: tmId } = await createMemory()
  const content = around(unit({ 'en-US': 'File', 'de-AT': 'Datei', fr_FR: 'Fichier' }), 'en-US')
  await service.refused(owner, 'importTmx', { params: { tmId }, body: { content } }, 'tmxOtherSource')
  const localeMapping = { EN_us: 'EN', 'de-AT': 'de', 'fr-FR': 'fr', __proto__: 'de' }
  assert.deepEqual(await load(tmId, content, { localeMapping }), { imported: 2, skipped: 0, errors: [] })
  assert.deepEqual(await stored(tmId), ['File|de|Datei||0', 'File|fr|Fichier||0'])
  const wrong = await load(tmId, content, { localeMapping: { 'en-US': 'en', 'de-AT': 'tlh' } })
  assert.deepEqual([wrong.imported, wrong.skipped], [0, 2])
})

test('what stands behind thousands of other names in a large body is found', async () => {
  const { id: tmId } = await createMemory()
  const many = Object.fromEntries(Array.from({ length: 21_000 }, (_, n) => [`x-${n}-${'a'.repeat(40)}`, 'de']))
  const content = around(unit({ en: 'File', 'de-AT': 'Datei', 'fr-CA': 'Fichier' }))
  const localeMapping = { ...many, 'de-AT': 'de', fr_ca: 'fr' }
  const body = { ...many, content, localeMapping }
  assert.deepEqual(await service.ok(owner, 'importTmx', { params: { tmId }, body }), {
    imported: 2,
    skipped: 0,
    errors: [],
  })
  const wrong = { ...many, content: 1 }
  await service.refused(owner, 'importTmx', { params: { tmId }, body: wrong }, 'validationError', { field: 'content' })
})

const resolutions: [resolution: string | undefined, existing: number, file: number, wins: 'old' | 'new'][] = [
  [undefined, 0, 9, 'old'],
  ['skip', 0, 9, 'old'],
  ['overwrite', 9, 0, 'new'],
  ['keep_highest', 1, 2, 'new'],
  ['keep_highest', 2, 2, 'old'],
  ['keep_highest', 3, 2, 'old'],
]
for (const [conflictResolution, existing, file, wins] of resolutions) {
  test(`${conflictResolution ?? 'by default'}: used ${existing} times against ${file}, the ${wins} one stays`, async () => {
    const { id: tmId } = await createMemory()
    await put(tmId, 'File', 'old')
    await service.db.run(sql`update memory_entries set usage_count = ${existing} where memory_id = ${tmId}`)
    const [before] = await entries(tmId)
    const content = around(unit({ en: 'File', de: 'new' }, `usagecount="${file}"`))
    const more = conflictResolution ? { conflictResolution } : {}
    const counts = wins === 'new' ? { imported: 1, skipped: 0 } : { imported: 0, skipped: 1 }
    assert.deepEqual(await load(tmId, content, more), { ...counts, errors: [] })
    const [after] = await entries(tmId)
    assert.deepEqual([after?.id, after?.targetText], [before?.id, wins])
    // The same twice in one file is decided by the same rule.
    const { id: other } = await createMemory()
    const twice = around(
      unit({ en: 'File', de: 'old' }, `usagecount="${existing}"`) +
        unit({ en: 'File', de: 'new' }, `usagecount="${file}"`),
    )
    assert.deepEqual(await load(other, twice, more), { imported: 1, skipped: 1, errors: [] })
    assert.equal((await entries(other))[0]?.targetText, wins)
  })
}

test('a body that cannot be', async () => {
  const { id: tmId } = await createMemory()
  const params = { tmId }
  const content = around(unit({ en: 'a', de: 'b' }))
  const refusals = [
    [{}, 'fieldRequired', 'content'],
    [{ content: 7 }, 'validationError', 'content'],
    [{ content: 'a\0' }, 'validationError', 'content'],
    [{ content, conflictResolution: 'merge' }, 'validationError', 'conflictResolution'],
    [{ content, localeMapping: [] }, 'validationError', 'localeMapping'],
    [{ content, localeMapping: { a: 1 } }, 'validationError', 'localeMapping.a'],
  ] as const
  for (const [body, situation, field] of refusals) {
    await service.refused(owner, 'importTmx', { params, body }, situation, { field })
  }
  await service.refused(owner, 'previewTmx', { params, body: {} }, 'fieldRequired', { field: 'content' })
  for (const route of ['importTmx', 'previewTmx'] as const) {
    const { status, body } = await service.call(owner, route, { params, body: { content: '<tmx><body></tmx>' } })
    const told = body as { code: string; message: string }
    assert.deepEqual([status, told.code, Object.keys(told)], [400, 'VALIDATION_ERROR', ['code', 'message']])
    assert.match(told.message, /^The TMX file cannot be read: 1:\d+: .*tag/)
  }
  assert.deepEqual(await stored(tmId), [])
})

test('10 MB and 50,000 units are the most', async () => {
  const { id: tmId } = await createMemory()
  const params = { tmId }
  const frame = around('')
  const exact = frame.replace('<body>', `<body>${' '.repeat(10 * 2 ** 20 - frame.length)}`)
  assert.deepEqual(await load(tmId, exact), { imported: 0, skipped: 0, errors: [] })
  for (const route of ['importTmx', 'previewTmx'] as const) {
    await service.refused(owner, route, { params, body: { content: exact.replace(' <', '  <') } }, 'bodyTooLarge')
  }
  const many = (count: number) =>
    around(
      Array.from(
        { length: count },
        (_, at) => `<tu><tuv xml:lang="en"><seg>${at}</seg></tuv><tuv xml:lang="de"><seg>x</seg></tuv></tu>`,
      ).join(''),
    )
  const tooMany = { params, body: { content: many(50_001) } }
  for (const route of ['importTmx', 'previewTmx'] as const) {
    await service.refused(owner, route, tooMany, 'tmxTooManyUnits')
  }
  assert.deepEqual(await stored(tmId), [])
  assert.deepEqual(await load(tmId, many(50_000)), { imported: 50_000, skipped: 0, errors: [] })
  assert.equal((await service.ok(owner, 'getMemory', { params })).entriesCount, 50_000)
})

test('a preview tells what is in the file, in its own words, and writes nothing', async () => {
  const { id: tmId } = await createMemory()
  const preview = (content: string) => service.ok(owner, 'previewTmx', { params: { tmId }, body: { content } })
  const units = Array.from({ length: 7 }, (_, at) => unit({ en: `Text ${at}`, de: `Text ${at}`, 'fr-CA': 'x' })).join(
    '',
  )
  const found = await preview(around(units))
  assert.deepEqual(
    { ...found, sampleEntries: found.sampleEntries.slice(0, 1) },
    {
      sourceLocale: 'en',
      targetLocales: ['de', 'fr-CA'],
      totalUnits: 7,
      sampleEntries: [
        {
          sourceText: 'Text 0',
          translations: [
            { locale: 'de', text: 'Text 0' },
            { locale: 'fr-CA', text: 'x' },
          ],
        },
      ],
      errors: ['The organization has no locale "fr-CA" (7 skipped)'],
    },
  )
  const other = await preview(around(unit({ 'en-US': 'a', de: 'b' }), 'en-US'))
  assert.deepEqual(
    [other.sourceLocale, other.targetLocales, other.sampleEntries[0]?.sourceText],
    ['en-US', ['de'], 'a'],
  )
  assert.match(other.errors[0] ?? '', /en-US/)
  assert.equal((await preview(around(unit({ en: 'a', de: 'b' }), '*all*'))).sourceLocale, 'en')
  assert.deepEqual(await stored(tmId), [])
})

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
