import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expectedSimilarity } from '../../../../../test/expected-similarity.ts'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'

const service = await startService()
const scene = await createMemoryScene(service)
const { owner, projectId, en, de, fr, createMemory, put, search, searchProject, assign } = scene

const brief = ({ matches }: { matches: { targetText: string; similarity: number; matchType: string }[] }) =>
  matches.map(({ targetText, similarity, matchType }) => `${targetText} ${similarity} ${matchType}`)

/** Entries made behind the service's back: many at once, used, and at different times. */
const plant = (tmId: number, rows: { text: string; target: string; context?: string | null; used?: number }[]) =>
  service.db.run(sql`
    insert into memory_entries (memory_id, locale_id, source_text, target_text, context_key, usage_count, created_at,
                                updated_at)
    select ${tmId}, ${de}, text, target, context, used, at, at
    from unnest(${rows.map(({ text }) => text)}::text[], ${rows.map(({ target }) => target)}::text[],
                ${rows.map(({ context }) => context ?? null)}::text[], ${rows.map(({ used }) => used ?? 0)}::int[])
      with ordinality as r (text, target, context, used, position),
    lateral (select timestamptz '2026-01-01' + position * interval '1 s' as at) times`)

test('perfect, exact and fuzzy matches', async () => {
  const { id: tmId, name } = await createMemory()
  await put(tmId, 'Save the file', 'exact')
  await put(tmId, '  Save \n the\u00a0file ', 'perfect', { contextKey: 'menu' })
  await put(tmId, 'Save the files', 'fuzzy', { contextKey: 'menu' })
  await put(tmId, 'Something else entirely', 'none')
  await put(tmId, 'Save the file', 'French', { targetLocaleId: fr })
  const found = await search(tmId, 'Save the file', { contextKey: 'menu' })
  assert.deepEqual(brief(found), ['perfect 101 perfect', 'exact 100 exact', 'fuzzy 93 fuzzy'])
  assert.equal(found.total, 3)
  const { id, ...match } = found.matches[0] ?? assert.fail('no match')
  assert.ok(id > 0)
  assert.deepEqual(match, {
    sourceText: '  Save \n the\u00a0file ',
    targetText: 'perfect',
    targetLocaleId: de,
    similarity: 101,
    matchType: 'perfect',
    contextKey: 'menu',
    sourceProjectName: null,
    authorName: match.authorName,
    tmName: name,
    usageCount: 0,
  })
  assert.match(match.authorName ?? '', /^Person/)
  // Without a context, or with another, equal texts are exact.
  assert.deepEqual(brief(await search(tmId, 'Save the file', { minSimilarity: 100 })), [
    'perfect 100 exact',
    'exact 100 exact',
  ])
  assert.deepEqual(brief(await search(tmId, 'Save the file', { contextKey: '', minSimilarity: 94 })), [
    'perfect 100 exact',
    'exact 100 exact',
  ])
})

test('combining characters are compared in their composed form', async () => {
  const { id: tmId } = await createMemory()
  await put(tmId, 'Cafe\u0301', 'composed')
  assert.deepEqual(brief(await search(tmId, 'Caf\u00e9')), ['composed 100 exact'])
})

test('a fuzzy match begins at 50, rounded half up', async () => {
  const { id: tmId } = await createMemory()
  await put(tmId, 'ab', 'half')
  await put(tmId, 'abcdefghijk', 'under')
  assert.deepEqual(brief(await search(tmId, 'ax')), ['half 50 fuzzy'])
  assert.deepEqual(brief(await search(tmId, 'abcdexxxxxx')), [])
  assert.deepEqual(brief(await search(tmId, 'abcdefxxxxx')), ['under 55 fuzzy'])
})

test('among equally similar ones: the more used, then the newer', async () => {
  const { id: tmId } = await createMemory()
  const texts = ['save 1', 'save 2', 'save 3', 'save 4', 'save 5', 'save 6', 'save 7']
  await plant(
    tmId,
    texts.map((text, at) => ({ text, target: text, used: at === 2 ? 5 : 0 })),
  )
  assert.deepEqual(brief(await search(tmId, 'save x', { maxResults: 3 })), [
    'save 3 83 fuzzy',
    'save 7 83 fuzzy',
    'save 6 83 fuzzy',
  ])
  assert.equal((await search(tmId, 'save x')).total, 5)
  assert.equal((await search(tmId, 'save x', { maxResults: 20 })).total, 7)
})

test('a search that cannot be', async () => {
  const params = { tmId: (await createMemory()).id }
  const sound = { sourceText: 'a', targetLocaleId: de }
  const refusals = [
    [{ targetLocaleId: de }, 'fieldRequired', 'sourceText'],
    [{ sourceText: 'a' }, 'fieldRequired', 'targetLocaleId'],
    [{ ...sound, sourceText: '' }, 'validationError', 'sourceText'],
    [{ ...sound, sourceText: 'x'.repeat(10_001) }, 'fieldTooLong', 'sourceText'],
    [{ ...sound, contextKey: 'x'.repeat(513) }, 'fieldTooLong', 'contextKey'],
    [{ ...sound, minSimilarity: 49 }, 'validationError', 'minSimilarity'],
    [{ ...sound, minSimilarity: 101 }, 'validationError', 'minSimilarity'],
    [{ ...sound, minSimilarity: 75.5 }, 'validationError', 'minSimilarity'],
    [{ ...sound, maxResults: 0 }, 'validationError', 'maxResults'],
    [{ ...sound, maxResults: 21 }, 'validationError', 'maxResults'],
  ] as const
  for (const [body, situation, field] of refusals) {
    await service.refused(owner, 'searchMemory', { params, body }, situation, { field })
  }
  await service.refused(owner, 'searchMemory', { params, body: { ...sound, targetLocaleId: 999_999 } }, 'localeUnknown')
  for (const edges of [
    { sourceText: '😀'.repeat(10_000), minSimilarity: 100, maxResults: 20 },
    { sourceText: 'a', contextKey: '😀'.repeat(512), minSimilarity: 50, maxResults: 1 },
  ]) {
    const body = { ...edges, targetLocaleId: de }
    assert.deepEqual(await service.ok(owner, 'searchMemory', { params, body }), { matches: [], total: 0 })
  }
})

test('the project search takes penalties off, and goes by priority among equals', async () => {
  const [high, low, penalized] = [
    await createMemory({ name: 'High' }),
    await createMemory({ name: 'Low' }),
    await createMemory({ name: 'Penalized' }),
  ]
  for (const { id, name } of [low, high, penalized]) await put(id, 'Save the file', name, { contextKey: 'a' })
  await put(penalized.id, 'Save the tile', 'too low')
  await assign(
    { tmId: low.id, priority: 1 },
    { tmId: penalized.id, priority: 100, penalty: 30 },
    { tmId: high.id, priority: 2 },
  )
  const found = await searchProject('Save the file', { contextKey: 'a' })
  assert.deepEqual(brief(found), ['High 101 perfect', 'Low 101 perfect', 'Penalized 71 perfect', 'too low 62 fuzzy'])
  assert.deepEqual(
    found.matches.map(({ tmName }) => tmName),
    ['High', 'Low', 'Penalized', 'Penalized'],
  )
  assert.deepEqual(brief(await searchProject('Save the file', { contextKey: 'a', minSimilarity: 72 })), [
    'High 101 perfect',
    'Low 101 perfect',
  ])
  await assign()
  assert.deepEqual(brief(await searchProject('Save the file')), [])
})

test('shared memories of the same source language are searched too, at priority 0', async () => {
  const shared = await createMemory({ name: 'Shared', isShared: true })
  const german = await service.ok(owner, 'createMemory', {
    params: { orgId: scene.orgId },
    body: { name: 'German', sourceLocaleId: de, isShared: true },
  })
  const assigned = await createMemory({ name: 'Assigned' })
  for (const { id, name } of [shared, german, assigned]) await put(id, 'Shared text', name)
  await assign({ tmId: assigned.id, priority: 1 })
  assert.deepEqual(brief(await searchProject('Shared text')), ['Assigned 100 exact', 'Shared 100 exact'])
  const params = { projectId }
  const { assignments } = await service.ok(owner, 'getMemorySettings', { params })
  assert.deepEqual(
    assignments.map(({ tmName }) => tmName),
    ['Assigned'],
  )
  // Assigned as well, it counts as assigned.
  await assign({ tmId: shared.id, penalty: 40 }, { tmId: assigned.id })
  assert.deepEqual(brief(await searchProject('Shared text')), ['Assigned 100 exact', 'Shared 60 exact'])
  await assign()
  await service.ok(owner, 'updateMemory', { params: { tmId: shared.id }, body: { isShared: false } })
  assert.deepEqual(brief(await searchProject('Shared text')), [])
})

test('an unknown locale is told before the permission is asked for, anything else after it', async () => {
  const created = await service.ok(owner, 'createApiKey', {
    params: { projectId },
    body: { name: 'ci', scopes: ['translations:write'] },
  })
  const key = { apiKey: created.key }
  const params = { projectId }
  const body = { sourceText: 'a', targetLocaleId: 999_999 }
  const lacking = { requiredPermission: 'translation_memory.view' }
  await service.refused(key, 'searchProjectMemories', { params, body }, 'localeUnknown')
  await service.refused(
    key,
    'searchProjectMemories',
    { params, body: { ...body, targetLocaleId: en } },
    'missingPermission',
    lacking,
  )
  await service.refused(key, 'searchProjectMemories', { params, body: {} }, 'missingPermission', lacking)
  await service.refused(key, 'searchProjectMemories', { params, body: '{' }, 'missingPermission', lacking)
})

const word = fc.oneof(
  fc.constantFrom('save', 'the', 'file', 'not', 'öffnen', 'Привет', 'ملف', '保存', 'ファイル', '😀', 'e\u0301', ' '),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 3 })
    .filter((text) => !text.includes('\0') && text.isWellFormed()),
)
const text = fc
  .array(word, { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '))
  .filter((joined) => joined.length > 0)
const entry = fc.record({ text, context: fc.constantFrom(null, 'a', 'b'), used: fc.integer({ min: 0, max: 2 }) })
const memory = fc.record({
  entries: fc.uniqueArray(entry, { maxLength: 15, selector: ({ text, context }) => `${context} ${text}` }),
  penalty: fc.constantFrom(0, 0, 1, 10, 60),
  priority: fc.integer({ min: 1, max: 3 }),
})

test('a search is what comparing with everything gives, in every script', async () => {
  const { id: first } = await createMemory({ name: 'First' })
  const { id: second } = await createMemory({ name: 'Second' })
  const ids = [first, second]
  const query = fc.record({
    sourceText: text,
    contextKey: fc.constantFrom('a', undefined),
    minSimilarity: fc.constantFrom(50, 60, 99, 100),
    maxResults: fc.integer({ min: 1, max: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.tuple(memory, memory), query, async (memories, wanted) => {
      await service.db.run(sql`delete from memory_entries where memory_id = any(${ids}::bigint[])`)
      const expected: { target: string; rank: number[]; shown: string }[] = []
      for (const [at, { entries, penalty, priority }] of memories.entries()) {
        const rows = entries.map((row, position) => ({ ...row, target: `${at} ${position}` }))
        await plant(ids[at] ?? 0, rows)
        for (const [position, { text: source, context, used, target }] of rows.entries()) {
          const alike = expectedSimilarity(wanted.sourceText, source)
          const raw = alike === 100 && context !== null && context === wanted.contextKey ? 101 : alike
          const score = raw - penalty
          if (score < wanted.minSimilarity || raw < 50) continue
          const type = raw === 101 ? 'perfect' : raw === 100 ? 'exact' : 'fuzzy'
          expected.push({ target, rank: [score, priority, used, position, at], shown: `${target} ${score} ${type}` })
        }
      }
      await assign(...memories.map(({ penalty, priority }, at) => ({ tmId: ids[at] ?? 0, penalty, priority })))
      const order = (a: number[], b: number[]) =>
        a.map((value, at) => (b[at] ?? 0) - value).find((gap) => gap !== 0) ?? 0
      const best = expected.sort((a, b) => order(a.rank, b.rank)).slice(0, wanted.maxResults)
      assert.deepEqual(
        brief(await searchProject(wanted.sourceText, JSON.parse(JSON.stringify({ ...wanted })))),
        best.map(({ shown }) => shown),
      )
    }),
    { numRuns: 60 },
  )
})
