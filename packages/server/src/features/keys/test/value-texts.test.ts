import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedSimilarity } from '../../../../test/expected-similarity.ts'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { compile, type Sql, sql } from '../../../db/sql.ts'

const service = await startService()
const { owner, project, projectId } = await createScene(service)
const params = { projectId }
const COUNT = 1_200
const QUERIES = ['save the file 12', 'OPEN all windows', 'close a tab', 'zzz']

const found = async (sourceText: string, more: Record<string, unknown> = {}) => {
  const query = { sourceText, targetLocale: 'de', limit: 8, ...more }
  const { matches } = await service.ok(owner, 'searchSimilarKeys', { params, query })
  return matches.map(({ keyId, similarity, targetText }) => `${keyId} ${similarity} ${targetText}`)
}

async function expected(text: string, without: number[] = []) {
  const rows = await service.db.rows<{ id: number; source: string; target: string }>(sql`
    select k.id, s.value as source, t.value as target
    from keys k
    join translations s on s.key_id = k.id and s.locale_id = ${project.sourceLocaleId} and s.value <> ''
    join translations t on t.key_id = k.id and t.value <> ''
    join locales l on l.id = t.locale_id and l.code = 'de'
    where k.project_id = ${projectId} and k.deleted_at is null`)
  return rows
    .filter(({ id }) => !without.includes(id))
    .map((row) => ({ ...row, similarity: expectedSimilarity(text, row.source) }))
    .filter(({ similarity }) => similarity >= 50)
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
    .slice(0, 8)
    .map(({ id, similarity, target }) => `${id} ${similarity} ${target}`)
}

const nameOf = (id: number | undefined) =>
  service.db.row<{ name: string }>(sql`select name from keys where id = ${id}`).then((key) => key?.name ?? '')
const write = async (id: number | undefined, locale: string, value: string) =>
  service.ok(owner, 'putValue', { params: { projectId, key: await nameOf(id) }, body: { locale, value } })

test('a large project is searched through an index that keeps up with it', async () => {
  await service.db.run(sql`
    with k as (
      insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
      select ${projectId}, ${project.defaultNamespaceId}, 'key ' || n, ${owner.userId}, now(), now()
      from generate_series(1, ${COUNT}) n returning id, name, project_id)
    insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
    select k.project_id, k.id, l.locale_id,
           (array['save the file', 'open all windows', 'close a tab'])[1 + k.id % 3] || ' ' || substr(k.name, 5),
           'translated', ${owner.userId}, now(), now()
    from k join project_locales l on l.project_id = k.project_id`)
  const check = async () => {
    for (const query of QUERIES) assert.deepEqual(await found(query), await expected(query), query)
  }
  await check()
  const metrics = await service.app.inject({ url: '/metrics' })
  assert.match(metrics.body, /^memory_index_bytes [1-9]/m, 'the texts are in an index')
  const [first, second, third] = (await found('save the file 12')).map((match) => Number(match.split(' ')[0]))
  await write(first, 'en', 'another text altogether')
  await write(second, 'de', '')
  await service.ok(owner, 'deleteKey', { params: { projectId, keyId: third ?? 0 } })
  const value = (text: string) => ({ value: text, status: 'translated' })
  const body = { key: 'new', translations: { en: value('save the file 12'), de: value('neu') } }
  const { id: made } = await service.ok(owner, 'createKey', { params, body })
  await check()
  assert.ok((await found('save the file 12')).includes(`${made} 100 neu`))
  await service.ok(owner, 'restoreKey', { params: { projectId, keyId: third ?? 0 } })
  await write(second, 'de', 'wieder da')
  await check()
  const [best] = (await found('close a tab')).map((match) => Number(match.split(' ')[0]))
  for (const exclusion of [{ excludeKeyId: best }, { excludeKey: await nameOf(best) }]) {
    assert.deepEqual(await found('close a tab', exclusion), await expected('close a tab', [best ?? 0]))
  }
  await findsWhatComesBack()
  // Too long for an index, so everything is read again, with the same result.
  await write(first, 'en', 'save the file 12 '.repeat(2_000))
  await check()
})

/** A search that saw a value cleared, and hears of it only when another has found it written again, makes nobody lose it. */
async function findsWhatComesBack() {
  const before = await found('save the file 12')
  const [best] = before.map((match) => Number(match.split(' ')[0]))
  const { db } = service.services
  const read = db.rows
  const [isRead, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  db.rows = async <R>(query: Sql) => {
    if (!compile(query).text.includes('"targetText"')) return read.call(db, query) as Promise<R[]>
    db.rows = read
    await write(best, 'de', '')
    const rows = await db.rows<R>(query)
    isRead.resolve()
    await goesOn.promise
    return rows
  }
  const late = found('save the file 12')
  await isRead.promise
  await write(best, 'de', before[0]?.split(' ').slice(2).join(' ') ?? '')
  assert.deepEqual(await found('save the file 12'), before)
  goesOn.resolve()
  await late
  assert.deepEqual(await found('save the file 12'), before)
}
