import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedSimilarity } from '../../../../../test/expected-similarity.ts'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { LoadedTexts } from '../../../../text-index/loaded-texts.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'
import { beginSearch, finishSearch } from '../search.ts'

const WORDS =
  'save open file folder window close the a new old all none print page mail send user name list edit'.split(' ')
const COUNT = 1_500

/** Enough entries for an index: short sentences, many of them alike. */
async function createLarge(service: Awaited<ReturnType<typeof startService>>) {
  const scene = await createMemoryScene(service)
  const { id: tmId } = await scene.createMemory()
  const texts = Array.from({ length: COUNT }, (_, at) =>
    [at, at * 7, at * 13, at * 29]
      .map((n) => WORDS[n % WORDS.length])
      .join(' ')
      .concat(` ${at % 97}`),
  )
  await service.db.run(sql`
    insert into memory_entries (memory_id, locale_id, source_text, target_text, context_key, usage_count, created_at,
                                updated_at)
    select ${tmId}, ${scene.de}, text, position, position, position % 3, now(), now()
    from unnest(${texts}::text[]) with ordinality as t (text, position)`)
  const found = async (text: string, more: object = {}) =>
    (await scene.search(tmId, text, { maxResults: 8, ...more })).matches.map(
      ({ id, similarity }) => `${id} ${similarity}`,
    )
  const expected = async (text: string) => {
    const rows = await service.db.rows<{ id: number; source: string; used: number }>(sql`
      select id, source_text as source, usage_count as used from memory_entries where memory_id = ${tmId}`)
    return rows
      .map(({ id, source, used }) => ({ id, used, similarity: expectedSimilarity(text, source) }))
      .filter(({ similarity }) => similarity >= 50)
      .sort((a, b) => b.similarity - a.similarity || b.used - a.used || b.id - a.id)
      .slice(0, 8)
      .map(({ id, similarity }) => `${id} ${similarity}`)
  }
  return { ...scene, tmId, found, expected }
}

const QUERIES = ['save the file 12', 'open new window', 'SAVE OPEN FILE', 'mail', 'print all of it 96', 'zzz']

for (const [name, memoryIndexBytes] of [
  ['with an index', 2 ** 30],
  ['without room for one', 0],
] as const) {
  test(`${name}, a search is what comparing with everything gives, also after changes`, async () => {
    const service = await startService({ memoryIndexBytes })
    const { owner, tmId, found, expected, put, entries, search: find } = await createLarge(service)
    const check = async () => {
      for (const query of QUERIES) assert.deepEqual(await found(query), await expected(query), query)
    }
    await check()
    // Written through the service, and found by the very next search.
    await put(tmId, 'save the file 12!', 'new')
    const [best] = (await find(tmId, 'save the file 12!')).matches
    assert.equal(best?.targetText, 'new')
    await check()
    // Used, and so before its equals.
    await service.db.run(sql`
      update memory_entries set usage_count = 50, version = nextval('memory_entry_versions')
      where memory_id = ${tmId} and id % 5 = 0`)
    await check()
    // Deleted, as another instance would: the best ten of a search, so that others take their place.
    const gone = (await found('save the file 12')).map((match) => Number(match.split(' ')[0]))
    await service.db.run(sql`delete from memory_entries where memory_id = ${tmId} and id = any(${gone}::bigint[])`)
    await check()
    for (const { id } of (await entries(tmId)).slice(0, 3)) {
      await service.ok(owner, 'deleteMemoryEntry', { params: { tmId, entryId: id } })
    }
    await check()
  })
}

test('what one instance writes, another finds', async () => {
  const service = await startService()
  const { orgId, tmId, de, put, expected } = await createLarge(service)
  // Another process on the same database: nothing in common but the tables.
  const other = { ...service.services, texts: new LoadedTexts(service.services) }
  const memory = sql`select id, name, 0 as priority, 0 as penalty from memories where id = ${tmId}`
  const found = async (sourceText: string) => {
    const wanted = { sourceText, targetLocaleId: de, maxResults: 8 }
    const searcher = { owner: 1, signal: new AbortController().signal }
    const { matches } = await finishSearch(other, await beginSearch(other, searcher, orgId, memory, wanted))
    return matches.map(({ id, similarity }) => `${id} ${similarity}`)
  }
  assert.deepEqual(await found('save the file 12'), await expected('save the file 12'))
  await put(tmId, 'save the file 12!', 'new')
  assert.deepEqual(await found('save the file 12'), await expected('save the file 12'))
  const { values } = await service.services.counters.indexSearches.get()
  assert.deepEqual(
    values.map(({ labels, value }) => [labels.found, value]),
    [
      ['loaded', 1],
      ['kept', 1],
    ],
  )
  await other.texts.close()
})

test('memories take turns where there is room for one, and do without where there is none after all', async () => {
  const service = await startService({ memoryIndexBytes: COUNT * 400 + 1_000 })
  const [first, second] = [await createLarge(service), await createLarge(service)]
  for (let turn = 0; turn < 2; turn++) {
    for (const { found, expected } of [first, second]) {
      assert.deepEqual(await found('save the file 12'), await expected('save the file 12'))
    }
  }
})

test('many searches at once, while entries come and go', async () => {
  const service = await startService()
  const { owner, tmId, found, expected, put } = await createLarge(service)
  const writes = Array.from({ length: 20 }, (_, at) => put(tmId, `save the file 12 ${at}`, `new ${at}`))
  const searches = Array.from({ length: 40 }, (_, at) => found(QUERIES[at % QUERIES.length] ?? ''))
  await Promise.all([...writes, ...searches])
  for (const query of QUERIES) assert.deepEqual(await found(query), await expected(query), query)
  await service.ok(owner, 'deleteMemory', { params: { tmId } })
  await service.refused(
    owner,
    'searchMemory',
    { params: { tmId }, body: { sourceText: 'a', targetLocaleId: 1 } },
    'notFound',
  )
})
