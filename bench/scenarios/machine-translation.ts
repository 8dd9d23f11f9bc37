import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Scenario } from '../lib/bench.ts'
import { type Connection, connected } from '../lib/driver.ts'
import type { HttpClient } from '../lib/http.ts'
import type { Sample } from '../lib/measure.ts'
import { times } from '../lib/report.ts'

const KEYS = 2_000
const TARGETS = ['de', 'fr', 'it', 'es']
const ROUNDS = 4

const scenario: Scenario = {
  summary: '2,000 keys into four languages from a memory, against a command-line import of the same values',
  async run(bench, name) {
    const client = await bench.client()
    const found = await connected(bench.database, (database) => measure(bench, client, database))
    client.close()
    return times(name, `${KEYS} keys × ${TARGETS.length}`, found, { of: 'ratio', is: '≤', value: 3 })
  },
}

export default scenario

async function measure(bench: Bench, client: HttpClient, database: Connection) {
  const { projectId, keyIds } = await createProject(bench, client, database)
  const build = await bench.buildClient(projectId)
  const values = await readTranslations(database, projectId)
  const found = { product: emptySample(), limit: emptySample() }
  for (let round = 0; round <= ROUNDS; round++) {
    const product = await timed(() => translate(client, projectId, keyIds))
    await forget(database, projectId)
    const limit = await timed(() => importValues(build, projectId, values))
    await forget(database, projectId)
    // The first round warms both up.
    if (round === 0) continue
    found.product.milliseconds.push(product)
    found.limit.milliseconds.push(limit)
  }
  build.close()
  for (const { milliseconds } of [found.product, found.limit]) milliseconds.sort((a, b) => a - b)
  return found
}

const emptySample = (): Sample => ({ milliseconds: [], rates: [] })

async function createProject(bench: Bench, client: HttpClient, database: Connection) {
  const { id: projectId, sourceLocaleId } = await client.json<{ id: number; sourceLocaleId: number }>(
    'POST',
    `/v1/organizations/${bench.orgId}/projects`,
    { name: 'Translated', sourceLocale: 'en', locales: TARGETS },
  )
  const memory = { name: 'Known', sourceLocaleId, autoPopulate: false }
  const { id: tmId } = await client.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/tms`, memory)
  const assignments = [{ tmId, priority: 50, isWritable: false, penalty: 0 }]
  await client.json('PATCH', `/v1/projects/${projectId}/tm-settings`, { assignments })
  const keys = await database.query<{ id: string }>(
    `insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
     select $1, n.id, 'key ' || number, $2, now(), now()
     from namespaces n, generate_series(1, $3::int) as number where n.project_id = $1 returning id`,
    [projectId, bench.userId, KEYS],
  )
  await database.query(
    `insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
     select $1, id, $2, 'The text of ' || name || ', as an interface has it', 'translated', $3, now(), now()
     from keys where project_id = $1`,
    [projectId, sourceLocaleId, bench.userId],
  )
  await database.query(
    `insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
     select $2, pl.locale_id, t.value, 'A translation of ' || k.name || ' into a language', now(), now()
     from keys k join translations t on t.key_id = k.id
     join project_locales pl on pl.project_id = k.project_id and pl.locale_id <> t.locale_id
     where k.project_id = $1`,
    [projectId, tmId],
  )
  await database.query('vacuum analyze')
  return { projectId, keyIds: keys.rows.map(({ id }) => Number(id)) }
}

async function translate(client: HttpClient, projectId: number, keyIds: number[]): Promise<void> {
  const path = `/v1/projects/${projectId}`
  const body = { keyIds, targetLocaleCodes: TARGETS }
  const { jobs } = await client.json<{ jobs: { jobId: number }[] }>(
    'POST',
    `${path}/keys/batch/machine-translate`,
    body,
  )
  for (const { jobId } of jobs) {
    for (;;) {
      const job = await client.json<{ status: string; processed: number }>(
        'GET',
        `${path}/machine-translation/jobs/${jobId}`,
      )
      if (job.status === 'completed' && job.processed === KEYS) break
      if (job.status === 'completed' || job.status === 'failed')
        throw new Error(`Only ${job.processed} were translated`)
      await sleep(5)
    }
  }
}

/** What the memory has for each key, as the body of an import. */
async function readTranslations(database: Connection, projectId: number): Promise<string> {
  const { rows } = await database.query<{ name: string }>('select name from keys where project_id = $1', [projectId])
  const texts = Object.fromEntries(rows.map(({ name }) => [name, `A translation of ${name} into a language`]))
  const namespaces = { default: Object.fromEntries(TARGETS.map((locale) => [locale, texts])) }
  return JSON.stringify({ namespaces, options: { conflictResolution: 'keep_local' } })
}

async function importValues(build: HttpClient, projectId: number, body: string): Promise<void> {
  await build.ok('POST', `/v1/projects/${projectId}/import/commit`, body)
}

const forget = (database: Connection, projectId: number) =>
  database.query(
    `delete from translations t using projects p where p.id = $1 and t.project_id = p.id and t.locale_id <> p.source_locale_id`,
    [projectId],
  )

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
