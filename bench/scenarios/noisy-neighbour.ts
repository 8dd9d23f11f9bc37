import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { HttpClient } from '../lib/http.ts'
import { loadMemory } from '../lib/load-memory.ts'
import { percentile } from '../lib/measure.ts'
import { createMembers } from '../lib/members.ts'
import { NOISES, type RudeTenant, whileNoisy } from '../lib/noise.ts'
import { startReceiver } from '../lib/receiver.ts'
import type { Figure } from '../lib/report.ts'
import { seeded } from '../lib/segments.ts'

const QUIET_MS = 4_000
const NOISY_MS = 8_000
const WEBHOOKS = 100
const PAIRS = 150
/** Until the deliveries of a write are made. */
const SETTLE_MS = 80
const LONG_TEXTS = 300
const LONG = 10_000
/** Keys with values of that length: more than fits between the service and a reader. */
const LONG_VALUES = 2_000

const scenario: Scenario = {
  summary: 'what one tenant notices while another does their worst, against a quiet service',
  async run(bench, name) {
    const client = await bench.client()
    const victim = new Victim(client, bench.projectId)
    await victim.observe(2_000)
    const receiver = await startReceiver()
    const { tenant, oneToldProjectId } = await createRudeTenant(bench, receiver)
    const figures: Figure[] = []
    let faults = 0
    for (const noise of NOISES) {
      const quiet = await victim.observe(QUIET_MS)
      const noisy = await whileNoisy(noise, tenant, () => victim.observe(NOISY_MS))
      faults += noisy.faults
      for (const what of ['read', 'write'] as const) {
        figures.push({
          scenario: name,
          measure: `${noise}: another's ${what}, p99`,
          unit: 'ms',
          product: percentile(noisy[what], 0.99),
          limit: percentile(quiet[what], 0.99),
          target: { of: 'ratio', is: '≤', value: 5 },
        })
      }
      await sleep(1_000)
    }
    figures.push({
      scenario: name,
      measure: "another's requests that failed",
      unit: '%',
      product: faults,
      target: { of: 'product', is: '≤', value: 0 },
    })
    figures.push(await compareWrites(name, tenant, oneToldProjectId))
    client.close()
    return figures
  },
}

export default scenario

interface Observed {
  read: number[]
  write: number[]
  /** In percent. */
  faults: number
}

/** Reads a page and writes a value in turn, and takes the times of both. */
class Victim {
  readonly #client: HttpClient
  readonly #projectId: number
  #written = 0

  constructor(client: HttpClient, projectId: number) {
    this.#client = client
    this.#projectId = projectId
  }

  async observe(ms: number): Promise<Observed> {
    const seen: Observed = { read: [], write: [], faults: 0 }
    const page = `/v1/projects/${this.#projectId}/keys`
    const { data } = await this.#client.json<{ data: { key: string }[] }>('GET', page)
    const keys = data.map(({ key }) => encodeURIComponent(key))
    let failed = 0
    const timed = async (into: number[], method: string, path: string, body?: string) => {
      const began = performance.now()
      const { status } = await this.#client.request(method, path, body)
      into.push(performance.now() - began)
      if (status >= 300) failed++
    }
    for (const end = performance.now() + ms; performance.now() < end; ) {
      await timed(seen.read, 'GET', page)
      const value = `written ${++this.#written}`
      const path = `/v1/projects/${this.#projectId}/keys/${keys[this.#written % keys.length]}`
      await timed(seen.write, 'PUT', path, JSON.stringify({ locale: 'en', value }))
    }
    seen.faults = (100 * failed) / (seen.read.length + seen.write.length)
    for (const times of [seen.read, seen.write]) times.sort((one, other) => one - other)
    return seen
  }
}

async function createRudeTenant(bench: Bench, receiver: string) {
  const { port } = bench.service
  const admin = await bench.client()
  const { id: orgId } = await admin.json<{ id: number }>('POST', '/v1/organizations', { name: 'Rude' })
  admin.close()
  const [cookie = ''] = await createMembers(bench, 1, { orgId, role: 'owner' })
  const client = await HttpClient.connect(port, `Cookie: ${cookie}`)
  const createProject = async (webhooks: number) => {
    const body = { name: 'Rude', sourceLocale: 'en', locales: ['de'] }
    const project = await client.json<Project>('POST', `/v1/organizations/${orgId}/projects`, body)
    const hook = { name: 'Rude', url: receiver, events: ['translation.updated'] }
    for (let n = 0; n < webhooks; n++) await client.json('POST', `/v1/projects/${project.id}/webhooks`, hook)
    const told = { key: 'told', translations: { en: { value: 'first', status: 'translated' } } }
    await client.json('POST', `/v1/projects/${project.id}/keys`, told)
    return project
  }
  const project = await createProject(0)
  const [source = 0, targetLocaleId = 0] = project.locales.map(({ id }) => id)
  const memory = { name: 'Long', sourceLocaleId: source }
  const { id: memoryId } = await client.json<{ id: number }>('POST', `/v1/organizations/${orgId}/tms`, memory)
  const longTexts = textsAlike()
  await connected(bench.database, async (database) => {
    await loadMemory(database, memoryId, targetLocaleId, longTexts)
    await database.query(LOAD_LONG_VALUES, [project.id, LONG_VALUES, LONG])
  })
  const tenant: RudeTenant = {
    port,
    cookie,
    projectId: project.id,
    toldProjectId: (await createProject(WEBHOOKS)).id,
    memoryId,
    targetLocaleId,
    longTexts,
  }
  const oneToldProjectId = (await createProject(1)).id
  client.close()
  return { tenant, oneToldProjectId }
}

interface Project {
  id: number
  locales: { id: number }[]
}

const LOAD_LONG_VALUES = `
  with made as (
    insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
    select n.project_id, n.id, 'long ' || i, m.user_id, now(), now()
    from namespaces n join projects p on p.id = n.project_id
    join memberships m on m.organization_id = p.organization_id and m.role = 'owner'
    cross join generate_series(1, $2::int) i
    where n.project_id = $1 and m.user_id = (
      select max(user_id) from memberships where organization_id = p.organization_id)
    returning id, project_id, created_by
  )
  insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
  select made.project_id, made.id, p.source_locale_id, repeat('x', $3::int), 'translated', made.created_by, now(), now()
  from made join projects p on p.id = made.project_id`

/** Long texts of which any two are alike for the most part, so that none can be left out early. */
function textsAlike(): string[] {
  const random = seeded(5)
  const letter = () => String.fromCharCode(97 + Math.floor(26 * random()))
  const base = Array.from({ length: LONG }, letter)
  return Array.from({ length: LONG_TEXTS }, () => base.map((sign) => (random() < 0.2 ? letter() : sign)).join(''))
}

/** One after the other, each when the deliveries of the last are made. */
async function compareWrites(scenario: string, tenant: RudeTenant, oneToldProjectId: number): Promise<Figure> {
  const client = await HttpClient.connect(tenant.port, `Cookie: ${tenant.cookie}`)
  const write = async (projectId: number, turn: number, into: number[]) => {
    const began = performance.now()
    await client.ok(
      'PUT',
      `/v1/projects/${projectId}/keys/told`,
      JSON.stringify({ locale: 'en', value: `turn ${turn}` }),
    )
    into.push(performance.now() - began)
    await sleep(SETTLE_MS)
  }
  const many: number[] = []
  const one: number[] = []
  for (let turn = 0; turn < PAIRS; turn++) {
    await write(oneToldProjectId, turn, one)
    await write(tenant.toldProjectId, turn, many)
  }
  client.close()
  const middle = (times: number[]) =>
    percentile(
      times.sort((a, b) => a - b),
      0.5,
    )
  return {
    scenario,
    measure: 'a write with 100 webhooks / with one',
    unit: 'ms',
    product: middle(many),
    limit: middle(one),
    target: { of: 'ratio', is: '≤', value: 2 },
  }
}
