import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { HttpClient } from '../lib/http.ts'
import { loadKeys } from '../lib/load-keys.ts'
import { interleave, type Sample } from '../lib/measure.ts'
import { rate, times } from '../lib/report.ts'
import { BARE, startService } from '../lib/service.ts'

const CLIENTS = 16
/** Three languages each, so 102 files of about 1,000 values, 100 KB. */
const NAMESPACES = 34
const KEYS_PER_FILE = 1_250
const ROUNDS = 5

const scenario: Scenario = {
  summary: 'a deploy of 100 files, against an export of the same values; then one file, against a bare route',
  async run(bench, name) {
    const { id, cdnToken } = await createProject(bench)
    const deploys = await measureDeploys(bench, id)
    const served = await measureServing(bench, `/cdn/${cdnToken}/n1/de.json`)
    return [
      ...times(name, 'deploy', deploys, { of: 'ratio', is: '≤', value: 2 }),
      rate(name, `${CLIENTS} clients, one file`, served, { of: 'ratio', is: '≥', value: 0.7 }),
      ...times(name, `${CLIENTS} clients, one file`, served),
    ]
  },
}

export default scenario

async function createProject(bench: Bench): Promise<{ id: number; cdnToken: string }> {
  const client = await bench.client()
  const body = { name: 'Published', sourceLocale: 'en', locales: ['de', 'fr'] }
  const path = `/v1/organizations/${bench.orgId}/projects`
  const project = await client.json<{ id: number; cdnToken: string }>('POST', path, body)
  client.close()
  await connected(bench.database, async (database) => {
    await loadKeys(database, project.id, NAMESPACES * KEYS_PER_FILE)
    await database.query(
      `insert into namespaces (project_id, name, created_at, updated_at)
       select $1, 'n' || number, now(), now() from generate_series(1, $2::int - 1) as number`,
      [project.id, NAMESPACES],
    )
    await database.query(
      `update keys k set namespace_id = n.id
       from (select id, row_number() over (order by id) - 1 as number from namespaces where project_id = $1) n
       where k.project_id = $1 and k.id % $2 = n.number`,
      [project.id, NAMESPACES],
    )
    await database.query('vacuum analyze')
  })
  return project
}

/** Before each deploy all files are forgotten, so that each is made anew. */
async function measureDeploys(bench: Bench, projectId: number): Promise<{ product: Sample; limit: Sample }> {
  const client = await bench.client()
  const found = { product: { milliseconds: [], rates: [] }, limit: { milliseconds: [], rates: [] } } as {
    product: Sample
    limit: Sample
  }
  await connected(bench.database, async (database) => {
    for (let round = 0; round <= ROUNDS; round++) {
      await database.query('delete from cdn_publications')
      await database.query('delete from cdn_deploys')
      await database.query('delete from cdn_blobs')
      const product = await timed(() => deploy(client, projectId))
      const limit = await timed(() => bench.exportAll(projectId))
      // The first round warms both up.
      if (round === 0) continue
      found.product.milliseconds.push(product)
      found.limit.milliseconds.push(limit)
    }
  })
  client.close()
  for (const { milliseconds } of [found.product, found.limit]) milliseconds.sort((a, b) => a - b)
  return found
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** From the request to the moment at which the history tells that the files are out. */
async function deploy(client: HttpClient, projectId: number): Promise<void> {
  const last = async () => {
    const path = `/v1/projects/${projectId}/activity?limit=1`
    const { activity } = await client.json<{ activity: { id: number; event: string }[] }>('GET', path)
    return activity[0]
  }
  const before = (await last())?.id ?? 0
  await client.ok('POST', `/v1/projects/${projectId}/cdn/deploy`)
  for (;;) {
    const { id, event } = (await last()) ?? { id: 0, event: '' }
    if (id > before && event === 'cdn_deploy.completed') return
    if (event === 'cdn_deploy.failed') throw new Error('The deploy failed')
    await sleep(5)
  }
}

async function measureServing(bench: Bench, path: string): Promise<{ product: Sample; limit: Sample }> {
  const connect = (port: number) => Promise.all(Array.from({ length: CLIENTS }, () => HttpClient.connect(port)))
  const clients = await connect(bench.service.port)
  const file = join(bench.dataDir, 'published.json')
  const answer = await clients[0]?.ok('GET', path)
  writeFileSync(file, answer?.body ?? '')
  const bare = await startService(BARE, { ANSWER_FILE: file })
  const bareClients = await connect(bare.port)
  const found = await interleave({
    clients: CLIENTS,
    sliceMs: 500,
    slices: 16,
    product: async (client) => clients[client]?.ok('GET', path),
    limit: async (client) => bareClients[client]?.ok('GET', '/bytes'),
  })
  for (const client of [...clients, ...bareClients]) client.close()
  await bare.stop()
  return found
}
