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
  summary: '2,000 keys into four languages from a memory, against a bare insert of the same values and changes',
  async run(bench, name) {
    const client = await bench.client()
    const found = await connected(bench.database, (database) => measure(bench, client, database))
    client.close()
    // An import may take three times the bare insert, and this three times the import.
    return times(name, `${KEYS} keys × ${TARGETS.length}`, found, { of: 'ratio', is: '≤', value: 9 })
  },
}

export default scenario

async function measure(bench: Bench, client: HttpClient, database: Connection) {
  const { projectId, keyIds } = await createProject(bench, client, database)
  const found = { product: emptySample(), limit: emptySample() }
  for (let round = 0; round <= ROUNDS; round++) {
    const product = await timed(() => translate(client, projectId, keyIds))
    await forget(database, projectId)
    const limit = await timed(() => insert(database, projectId))
    await forget(database, projectId)
    // The first round warms both up.
    if (round === 0) continue
    found.product.milliseconds.push(product)
    found.limit.milliseconds.push(limit)
  }
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

/** One statement for the values of each language, their changes, and the project's counter, in one transaction. */
async function insert(database: Connection, projectId: number): Promise<void> {
  await database.query('begin')
  for (const code of TARGETS) {
    await database.query(
      `with written as (
         insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
         select $1, k.id, l.id, 'A translation of ' || k.name || ' into a language', 'not_reviewed', k.created_by, now(), now()
         from keys k, project_locales pl join locales l on l.id = pl.locale_id
         where k.project_id = $1 and pl.project_id = $1 and l.code = $2
         returning id, key_id, value
       ), counter as (
         update project_counters set seq = seq + $3 where project_id = $1 returning seq - $3 as base
       )
       insert into changes (project_id, seq, at, actor_type, event, key_id, translation_id, key_name, namespace, locale, after)
       select $1, base + row_number() over (), now(), 'system', 'translation.created', w.key_id, w.id, k.name, 'default', $2,
              jsonb_build_object('value', w.value, 'status', 'not_reviewed')
       from written w join keys k on k.id = w.key_id, counter`,
      [projectId, code, KEYS],
    )
  }
  await database.query('commit')
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
