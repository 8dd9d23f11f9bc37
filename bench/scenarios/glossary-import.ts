import type { Scenario } from '../lib/bench.ts'
import { type Connection, connected } from '../lib/driver.ts'
import type { HttpClient } from '../lib/http.ts'
import { times } from '../lib/report.ts'

const CONCEPTS = 100_000
/** 100,000 concepts of three terms are more than the 10 MB of one request. */
const IN_ONE_REQUEST = 50_000
const IN_ONE_INSERT = 10_000
const ROUNDS = 3
const LOCALES = ['en', 'de', 'fr']
const TARGET = { of: 'ratio', is: '≤', value: 3 } as const

const scenario: Scenario = {
  summary: `import of ${CONCEPTS.toLocaleString('en')} concepts in three languages, against the bare inserts`,
  async run(bench, name) {
    const client = await bench.client()
    const product: number[] = []
    const limit: number[] = []
    await connected(bench.database, async (database) => {
      for (let round = 0; round < ROUNDS; round++) {
        product.push(await measureProduct(client))
        limit.push(await measureLimit(client, database))
      }
    })
    client.close()
    const sorted = (milliseconds: number[]) => ({ milliseconds: milliseconds.sort((a, b) => a - b), rates: [] })
    return times(name, 'JSON', { product: sorted(product), limit: sorted(limit) }, TARGET)
  },
}

export default scenario

/** An organization with three languages and an empty glossary, whose id is returned beside it. */
export async function emptyGlossary(client: HttpClient): Promise<{ orgId: number; glossaryId: number }> {
  const { id: orgId } = await client.json<{ id: number }>('POST', '/v1/organizations', { name: 'Words' })
  const project = { name: 'Words', sourceLocale: LOCALES[0], locales: LOCALES.slice(1) }
  await client.json('POST', `/v1/organizations/${orgId}/projects`, project)
  const glossary = await client.json<{ id: number }>('GET', `/v1/organizations/${orgId}/glossary`)
  return { orgId, glossaryId: glossary.id }
}

const textOf = (locale: string, at: number) => `${locale} term ${at}`

async function measureProduct(client: HttpClient): Promise<number> {
  const { orgId } = await emptyGlossary(client)
  const bodies = Array.from({ length: CONCEPTS / IN_ONE_REQUEST }, (_, part) =>
    JSON.stringify({
      version: '1.0',
      conflictStrategy: 'skip',
      concepts: Array.from({ length: IN_ONE_REQUEST }, (_, at) => ({
        terms: LOCALES.map((localeCode) => ({ localeCode, text: textOf(localeCode, part * IN_ONE_REQUEST + at) })),
      })),
    }),
  )
  const began = performance.now()
  for (const body of bodies) await client.ok('POST', `/v1/organizations/${orgId}/glossary/import/json`, body)
  return performance.now() - began
}

async function measureLimit(client: HttpClient, database: Connection): Promise<number> {
  const { orgId, glossaryId } = await emptyGlossary(client)
  const { rows } = await database.query<{ id: string }>(
    'select id from locales where organization_id = $1 order by id',
    [orgId],
  )
  const [source, ...targets] = rows.map(({ id }) => Number(id))
  const began = performance.now()
  await database.query('begin')
  for (let from = 0; from < CONCEPTS; from += IN_ONE_INSERT) {
    const numbers = Array.from({ length: IN_ONE_INSERT }, (_, at) => from + at)
    const inserted = await database.query<{ id: string }>(
      `insert into terms (glossary_id, concept_id, source_locale_id, term, revision, created_at, updated_at)
       select $1, gen_random_uuid(), $2, term, 1, now(), now() from unnest($3::text[]) term returning id`,
      [glossaryId, source, numbers.map((at) => textOf('en', at))],
    )
    const ids = inserted.rows.map(({ id }) => id)
    for (const target of targets) {
      await database.query(
        `insert into term_translations (glossary_id, term_id, locale_id, text)
         select $4, id, $1, text from unnest($2::bigint[], $3::text[]) as t (id, text)`,
        [target, ids, numbers.map((at) => textOf('de', at)), glossaryId],
      )
    }
  }
  await database.query('commit')
  return performance.now() - began
}
