import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'

const service = await startService()
const scene = await createMemoryScene(service)
const { owner, projectId, de, fr, createMemory, put, entries } = scene

test('an entry has its fields', async () => {
  const { id: tmId } = await createMemory()
  const answer = await service.call(owner, 'putMemoryEntry', {
    params: { tmId },
    body: { sourceText: ' Hello\n', targetText: 'Hallo', targetLocaleId: de, contextKey: 'greeting' },
  })
  assert.equal(answer.status, 201)
  assert.deepEqual(Object.keys(answer.body as object), ['message'])
  const [entry] = await entries(tmId)
  const { id, createdAt, ...fields } = entry ?? assert.fail('no entry')
  assert.deepEqual(fields, {
    tmId,
    sourceText: ' Hello\n',
    targetText: 'Hallo',
    targetLocaleId: de,
    targetLocaleCode: 'de',
    contextKey: 'greeting',
    sourceProjectId: null,
    sourceProjectName: null,
    authorId: owner.userId,
    authorName: fields.authorName,
    usageCount: 0,
    lastUsedAt: null,
    updatedAt: createdAt,
  })
  assert.match(fields.authorName ?? '', /^Person/)
  assert.ok(id > 0)
})

test('the same source text, language and context: one entry that keeps its id', async () => {
  const { id: tmId } = await createMemory()
  // Without a context all fifty mean the same entry.
  await Promise.all(Array.from({ length: 50 }, (_, at) => put(tmId, 'Hello', `Hallo ${at}`)))
  const [first, ...more] = await entries(tmId)
  assert.deepEqual(more, [])
  service.clock.advance(1000)
  await put(tmId, 'Hello', 'Servus')
  const [again] = await entries(tmId)
  assert.deepEqual([again?.id, again?.targetText, again?.createdAt], [first?.id, 'Servus', first?.createdAt])
  assert.notEqual(again?.updatedAt, first?.updatedAt)
  service.clock.advance(1000)
  await put(tmId, 'Hello', 'Servus')
  assert.deepEqual(await entries(tmId), [again])
  await put(tmId, 'Hello', 'Moin', { contextKey: 'a' })
  await put(tmId, 'Hello', 'Moin', { contextKey: '' })
  await put(tmId, 'Hello', 'Salut', { targetLocaleId: fr })
  // Compared as equal, but not the same text.
  await put(tmId, 'Hello ', 'Hallo')
  assert.equal((await entries(tmId)).length, 5)
  const { entriesCount, languageCount } = await service.ok(owner, 'getMemory', { params: { tmId } })
  assert.deepEqual([entriesCount, languageCount], [5, 2])
})

test('texts up to 10,000 characters of any kind, and not one more', async () => {
  const { id: tmId } = await createMemory()
  const random = Array.from({ length: 10_000 }, (_, at) =>
    String.fromCodePoint(0x1_0000 + ((at * 7919) % 0xfffff)),
  ).join('')
  await put(tmId, random, random, { contextKey: '😀'.repeat(512) })
  await put(tmId, random, 'again', { contextKey: '😀'.repeat(512) })
  const [entry, ...more] = await entries(tmId)
  assert.deepEqual(more, [])
  assert.equal(entry?.sourceText, random)
  const { matches } = await scene.search(tmId, random, { contextKey: '😀'.repeat(512) })
  assert.equal(matches[0]?.similarity, 101)
  const sound = { sourceText: 'a', targetText: 'b', targetLocaleId: de }
  const refusals = [
    [{ ...sound, sourceText: undefined }, 'fieldRequired', 'sourceText'],
    [{ ...sound, targetText: undefined }, 'fieldRequired', 'targetText'],
    [{ ...sound, targetLocaleId: undefined }, 'fieldRequired', 'targetLocaleId'],
    [{ ...sound, sourceText: '' }, 'validationError', 'sourceText'],
    [{ ...sound, targetText: '' }, 'validationError', 'targetText'],
    [{ ...sound, sourceText: 'x'.repeat(10_001) }, 'fieldTooLong', 'sourceText'],
    [{ ...sound, targetText: '😀'.repeat(10_001) }, 'fieldTooLong', 'targetText'],
    [{ ...sound, targetText: 'a\0b' }, 'validationError', 'targetText'],
    [{ ...sound, contextKey: 'x'.repeat(513) }, 'fieldTooLong', 'contextKey'],
    [{ ...sound, contextKey: 7 }, 'validationError', 'contextKey'],
  ] as const
  for (const [body, situation, field] of refusals) {
    await service.refused(owner, 'putMemoryEntry', { params: { tmId }, body }, situation, { field })
  }
  const unknown = { params: { tmId }, body: { ...sound, targetLocaleId: 999_999 } }
  await service.refused(owner, 'putMemoryEntry', unknown, 'localeUnknown')
})

test('a search finds what is rare behind thousands of others, by pages too', async () => {
  const { id: tmId } = await createMemory()
  await service.db.run(sql`
    insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
    select ${tmId}, ${de}, 'frequent ' || n || case when n % 3000 = 0 then ' RARE_one' else '' end, 'häufig', now(), now()
    from generate_series(1, 12000) n`)
  const list = (query: Record<string, unknown>) => service.ok(owner, 'listMemoryEntries', { params: { tmId }, query })
  const sources = async (query: Record<string, unknown>) =>
    (await list(query)).entries.map(({ sourceText }) => sourceText)
  const rare = [3000, 6000, 9000, 12_000].map((n) => `frequent ${n} RARE_one`)
  assert.deepEqual(await sources({ search: 'rare_ONE' }), rare)
  assert.deepEqual(await sources({ search: '_' }), rare)
  assert.deepEqual(await sources({ search: 'one häu' }), [])
  assert.deepEqual(await sources({ search: 'rare_one', targetLocaleId: fr }), [])
  const first = await list({ search: 'rare', limit: 3 })
  assert.deepEqual(await sources({ search: 'rare', limit: 3, cursor: first.nextCursor }), rare.slice(3))
  const full = await list({ search: 'HÄUFIG', limit: 100 })
  assert.deepEqual([full.entries.length, full.hasMore], [100, true])
})

test('a search finds what is in some entries, few here and many there', async () => {
  const { id: tmId } = await createMemory()
  await service.db.run(sql`
    insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
    select ${tmId}, ${de}, 'text ' || n || case when n % 150 = 0 and n <= 7500 or n > 11990 then ' SOME' else '' end,
           'x', now(), now()
    from generate_series(1, 12000) n`)
  const numbers = Array.from({ length: 12_000 }, (_, at) => at + 1)
  const expected = numbers.filter((n) => (n % 150 === 0 && n <= 7500) || n > 11_990).map((n) => `text ${n} SOME`)
  for (const limit of [100, 50, 40, 7]) {
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { search: 'some', limit, ...(cursor && { cursor }) }
      const page = await service.ok(owner, 'listMemoryEntries', { params: { tmId }, query })
      assert.ok(page.entries.length === limit || !page.hasMore)
      found.push(...page.entries.map(({ sourceText }) => sourceText))
      cursor = page.nextCursor
    }
    assert.deepEqual(found, expected)
  }
})

test('the list goes by pages and filters; a search is literal and looks at both sides', async () => {
  const { id: tmId } = await createMemory()
  await put(tmId, '100% sure_thing', 'ganz sicher')
  await put(tmId, 'Nothing', 'Nichts \\ 100%')
  await put(tmId, 'Nothing', 'Rien', { targetLocaleId: fr })
  await service.db.run(sql`
    update memory_entries set source_project_id = ${projectId} where memory_id = ${tmId} and target_text = 'Rien'`)
  const texts = async (query: object) => (await entries(tmId, query)).map(({ targetText }) => targetText)
  assert.deepEqual(await texts({ targetLocaleId: fr }), ['Rien'])
  assert.deepEqual(await texts({ sourceProjectId: projectId }), ['Rien'])
  assert.deepEqual(await texts({ sourceProjectId: 999_999 }), [])
  assert.deepEqual(await texts({ search: '100%' }), ['ganz sicher', 'Nichts \\ 100%'])
  assert.deepEqual(await texts({ search: 'e_t' }), ['ganz sicher'])
  assert.deepEqual(await texts({ search: '\\' }), ['Nichts \\ 100%'])
  assert.deepEqual(await texts({ search: 'nothing', targetLocaleId: de }), ['Nichts \\ 100%'])
  const list = (query: Record<string, unknown>) => service.ok(owner, 'listMemoryEntries', { params: { tmId }, query })
  const first = await list({ limit: 2 })
  assert.equal(first.hasMore, true)
  const rest = await list({ limit: 2, cursor: first.nextCursor })
  assert.deepEqual([rest.entries.length, rest.hasMore, rest.nextCursor], [1, false, null])
  assert.equal((await list({ cursor: 'nonsense' })).entries.length, 3)
  const refusals = [
    [{ limit: 0 }, 'validationError', 'limit'],
    [{ limit: 101 }, 'validationError', 'limit'],
    [{ search: '' }, 'validationError', 'search'],
    [{ search: 'x'.repeat(501) }, 'fieldTooLong', 'search'],
    [{ targetLocaleId: 'de' }, 'validationError', 'targetLocaleId'],
  ] as const
  for (const [query, situation, field] of refusals) {
    await service.refused(owner, 'listMemoryEntries', { params: { tmId }, query }, situation, { field })
  }
  await list({ search: 'x'.repeat(500) })
  await service.refused(
    owner,
    'listMemoryEntries',
    { params: { tmId }, query: { targetLocaleId: 999_999 } },
    'localeUnknown',
  )
})

test('PUT changes the translation and nothing else', async () => {
  const { id: tmId } = await createMemory()
  await put(tmId, 'Hello', 'Hallo', { contextKey: 'a' })
  const [before] = await entries(tmId)
  const params = { tmId, entryId: before?.id ?? 0 }
  service.clock.advance(1000)
  const sent = { targetText: 'Servus', sourceText: 'Bye', contextKey: 'b', usageCount: 9 }
  assert.deepEqual(Object.keys(await service.ok(owner, 'updateMemoryEntry', { params, body: sent })), ['message'])
  const [after] = await entries(tmId)
  assert.deepEqual(after, { ...before, targetText: 'Servus', updatedAt: service.clock.now().toISOString() })
  for (const body of [{}, { sourceText: 'Bye' }]) {
    const { status, body: told } = await service.call(owner, 'updateMemoryEntry', { params, body })
    const errors = [{ field: 'body', message: 'Send `targetText`.' }]
    assert.deepEqual({ status, told }, { status: 422, told: { code: 'VALIDATION_ERROR', errors } })
  }
  const refusals = [
    [{ targetText: '' }, 'validationError'],
    [{ targetText: null }, 'validationError'],
    [{ targetText: 'x'.repeat(10_001) }, 'fieldTooLong'],
  ] as const
  for (const [body, situation] of refusals) {
    await service.refused(owner, 'updateMemoryEntry', { params, body }, situation, { field: 'targetText' })
  }
})

test('an entry of another memory is not there', async () => {
  const [mine, other] = [await createMemory(), await createMemory()]
  await put(other.id, 'Hello', 'Hallo')
  const entryId = (await entries(other.id))[0]?.id ?? 0
  for (const params of [
    { tmId: mine.id, entryId },
    { tmId: mine.id, entryId: 999_999 },
  ]) {
    await service.refused(owner, 'updateMemoryEntry', { params, body: { targetText: 'x' } }, 'entryNotFound')
    await service.refused(owner, 'deleteMemoryEntry', { params }, 'entryNotFound')
  }
  await service.ok(owner, 'deleteMemoryEntry', { params: { tmId: other.id, entryId } })
  await service.refused(owner, 'deleteMemoryEntry', { params: { tmId: other.id, entryId } }, 'entryNotFound')
  assert.deepEqual(await entries(other.id), [])
  const { entriesCount, languageCount } = await service.ok(owner, 'getMemory', { params: { tmId: other.id } })
  assert.deepEqual([entriesCount, languageCount], [0, 0])
})

test('statistics are what a reader of all entries counts', async () => {
  const { id: tmId } = await createMemory()
  for (const text of ['a', 'b', 'c']) await put(tmId, text, text)
  await put(tmId, 'a', 'a', { targetLocaleId: fr })
  await service.db.run(sql`update memory_entries set usage_count = 2 where memory_id = ${tmId}`)
  const counts = { totalEntries: 4, uniqueLanguagePairs: 2, totalUsageCount: 8 }
  assert.deepEqual(await service.ok(owner, 'getMemoryStats', { params: { tmId } }), counts)
  // As a file with thousands of units, each with the largest count there is, would make it.
  await service.db.run(sql`update memory_entries set usage_count = 4000000000000000000 where memory_id = ${tmId}`)
  const { totalUsageCount } = await service.ok(owner, 'getMemoryStats', { params: { tmId } })
  assert.equal(totalUsageCount, Number.MAX_SAFE_INTEGER)
})

test('find and replace is literal and case-sensitive, and its preview changes nothing', async () => {
  const { id: tmId } = await createMemory()
  const params = { tmId }
  await put(tmId, '1', 'a.b a.b')
  await put(tmId, '2', 'A.B axb')
  await put(tmId, '3', 'a.b')
  await put(tmId, '4', 'a.b', { targetLocaleId: fr })
  const before = await entries(tmId)
  const [first, , third] = before
  const body = { targetLocaleId: de, find: 'a.b', replace: '$& \\1' }
  assert.deepEqual(await service.ok(owner, 'replaceInMemory', { params, body: { ...body, preview: true } }), {
    affectedCount: 2,
    skippedCount: 0,
    preview: [
      { id: first?.id, originalText: 'a.b a.b', replacedText: '$& \\1 $& \\1' },
      { id: third?.id, originalText: 'a.b', replacedText: '$& \\1' },
    ],
  })
  assert.deepEqual(await entries(tmId), before)
  service.clock.advance(1000)
  assert.deepEqual(await service.ok(owner, 'replaceInMemory', { params, body }), { affectedCount: 2, skippedCount: 0 })
  const after = await entries(tmId)
  assert.deepEqual(
    after.map(({ targetText }) => targetText),
    ['$& \\1 $& \\1', 'A.B axb', '$& \\1', 'a.b'],
  )
  assert.deepEqual(
    after.map(({ updatedAt }, at) => updatedAt === before[at]?.updatedAt),
    [false, true, false, true],
  )
  // An empty replacement deletes the text, but never the whole translation.
  const removal = { targetLocaleId: de, find: '$& \\1', replace: '' }
  assert.deepEqual(await service.ok(owner, 'replaceInMemory', { params, body: removal }), {
    affectedCount: 1,
    skippedCount: 1,
  })
  assert.equal((await entries(tmId))[0]?.targetText, ' ')
  const same = { targetLocaleId: de, find: 'A', replace: 'A' }
  assert.deepEqual(await service.ok(owner, 'replaceInMemory', { params, body: same }), {
    affectedCount: 0,
    skippedCount: 0,
  })
})

test('14.9: what would become empty or longer than 10,000 characters stays as it is, and is counted', async () => {
  const { id: tmId } = await createMemory()
  const params = { tmId }
  const texts = ['x', 'xy', `${'x'.repeat(10)}${'y'.repeat(9_980)}`, `${'x'.repeat(11)}${'y'.repeat(9_980)}`, 'none']
  for (const [at, text] of texts.entries()) await put(tmId, `${at}`, text)
  const replace = (find: string, by: string, preview = false) =>
    service.ok(owner, 'replaceInMemory', { params, body: { targetLocaleId: de, find, replace: by, preview } })
  const counts = ({ affectedCount, skippedCount }: Awaited<ReturnType<typeof replace>>) => [affectedCount, skippedCount]
  assert.deepEqual(counts(await replace('x', '', true)), [3, 1], 'one would be empty')
  // Ten of them make 10,000 characters exactly, eleven would make two more.
  const previewed = await replace('x', '🦜🦜', true)
  assert.deepEqual(counts(previewed), [3, 1])
  assert.deepEqual([...(previewed.preview?.[2]?.replacedText ?? '')].length, 10_000)
  assert.deepEqual(counts(await replace('x', '🦜🦜')), [3, 1])
  const after = (await entries(tmId)).map(({ targetText }) => targetText)
  assert.deepEqual([after[0], after[1], after[3], after[4]], ['🦜🦜', '🦜🦜y', texts[3], 'none'])
  // A letter that would become a megabyte, ten thousand times, is counted without being written out.
  await put(tmId, 'many', 'z'.repeat(10_000))
  assert.deepEqual(counts(await replace('z', 'w'.repeat(900_000))), [0, 1])
  assert.deepEqual(counts(await replace('nowhere', 'x', true)), [0, 0])
})

test('14.9: a preview works while the organization is read-only, the replacement does not', async () => {
  const other = await createMemoryScene(service)
  const { id: tmId } = await other.createMemory()
  await other.put(tmId, '1', 'abc')
  await service.ok(other.owner, 'createKey', { params: { projectId: other.projectId }, body: { key: 'k' } })
  await service.db.run(sql`update organizations set key_limit = 0 where id = ${other.orgId}`)
  const body = { targetLocaleId: other.de, find: 'b', replace: 'B' }
  const preview = { params: { tmId }, body: { ...body, preview: true } }
  assert.equal((await service.ok(other.owner, 'replaceInMemory', preview)).affectedCount, 1)
  await service.refused(other.owner, 'replaceInMemory', { params: { tmId }, body }, 'readOnly')
})

test('a preview shows the first hundred, and what is looked for has 1 to 10,000 characters', async () => {
  const { id: tmId } = await createMemory()
  await service.db.run(sql`
    insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
    select ${tmId}, ${de}, n::text, 'x', now(), now() from generate_series(1, 101) n`)
  const body = { targetLocaleId: de, find: 'x', replace: 'y', preview: true }
  const { affectedCount, preview } = await service.ok(owner, 'replaceInMemory', { params: { tmId }, body })
  assert.deepEqual([affectedCount, preview?.length], [101, 100])
  const refusals = [
    [{ find: 'x', replace: 'y' }, 'fieldRequired', 'targetLocaleId'],
    [{ targetLocaleId: de, replace: 'y' }, 'fieldRequired', 'find'],
    [{ targetLocaleId: de, find: '', replace: 'y' }, 'validationError', 'find'],
    [{ targetLocaleId: de, find: 'x'.repeat(10_001), replace: 'y' }, 'fieldTooLong', 'find'],
    [{ targetLocaleId: de, find: 'x' }, 'fieldRequired', 'replace'],
    [{ targetLocaleId: de, find: 'x', replace: 'y', preview: 'yes' }, 'validationError', 'preview'],
  ] as const
  for (const [sent, situation, field] of refusals) {
    await service.refused(owner, 'replaceInMemory', { params: { tmId }, body: sent }, situation, { field })
  }
  const longest = { targetLocaleId: de, find: '😀'.repeat(10_000), replace: '' }
  assert.deepEqual(await service.ok(owner, 'replaceInMemory', { params: { tmId }, body: longest }), {
    affectedCount: 0,
    skippedCount: 0,
  })
  const unknown = { params: { tmId }, body: { ...body, targetLocaleId: 999_999 } }
  await service.refused(owner, 'replaceInMemory', unknown, 'localeUnknown')
})
