import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { around, createTmxScene, unit } from './tmx-scene.ts'

const service = await startService()
const scene = await createTmxScene(service)
const { owner, createMemory, put, entries, load, stored } = scene

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

test('a context that no text can hold refuses its unit alone', async () => {
  const { id: tmId } = await createMemory()
  const odd = (json: string) =>
    unit({ en: 'odd', de: 'seltsam' }).replace('>', `><prop type="x-context-json">"${json}"</prop>`)
  const content = around(odd('\\u0000') + odd('\\ud800') + odd('\\ud801') + unit({ en: 'ok', de: 'gut' }))
  const { imported, skipped, errors } = await load(tmId, content, { conflictResolution: 'overwrite' })
  assert.deepEqual([imported, skipped, errors.length], [1, 3, 3])
  assert.deepEqual(await stored(tmId), ['ok|de|gut||0'])
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
