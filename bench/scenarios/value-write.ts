import { bareWriter } from '../lib/bare-write.ts'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { interleave } from '../lib/measure.ts'
import { rate, times } from '../lib/report.ts'

const CLIENTS = 16
const KEYS_PER_CLIENT = 50
const KEYS_OF_SMALL_PROJECTS = 1_000
const LOCALE = 'de'

const scenario: Scenario = {
  summary: 'writing single values, against the bare transaction on a pool of the same size',
  async run(bench, name) {
    const one = await measure(bench, [bench.projectId])
    const many = await measure(bench, Array<number>(CLIENTS).fill(bench.projectId))
    const apart = await measure(bench, await bench.createProjects(CLIENTS, KEYS_OF_SMALL_PROJECTS))
    const target = { of: 'ratio', is: '≥', value: 0.5 } as const
    return [
      ...times(name, '1 client', one),
      rate(name, `${CLIENTS} clients, one project`, many, target),
      ...times(name, `${CLIENTS} clients, one project`, many),
      rate(name, `${CLIENTS} clients, ${CLIENTS} projects`, apart),
      ...times(name, `${CLIENTS} clients, ${CLIENTS} projects`, apart),
    ]
  },
}

export default scenario

interface Key {
  id: string
  name: string
}

/** One client for each given project; the same project may be given several times. */
async function measure(bench: Bench, projectIds: number[]) {
  const keys = await Promise.all(projectIds.map((projectId, client) => keysOf(bench, projectId, client)))
  const clients = await Promise.all(projectIds.map(() => bench.client()))
  const bare = await bareWriter(bench, LOCALE, projectIds.length)
  // Both sides write the same keys, in turn, and no text comes twice: every write is a real change.
  let written = 0
  const next = (client: number) => {
    const own = keys[client] ?? []
    const key = own[written++ % own.length]
    const projectId = projectIds[client]
    if (!key || projectId === undefined) throw new Error('A client without keys')
    return { key, projectId, value: `Die Zahlung wurde abgelehnt. Bitte prüfen Sie die Karte (${written}).` }
  }
  const found = await interleave({
    clients: projectIds.length,
    sliceMs: 500,
    slices: 24,
    async product(client) {
      const { key, projectId, value } = next(client)
      const path = `/v1/projects/${projectId}/keys/${encodeURIComponent(key.name)}`
      await clients[client]?.ok('PUT', path, JSON.stringify({ locale: LOCALE, value }))
    },
    limit(client) {
      const { key, projectId, value } = next(client)
      return bare.write(projectId, key.id, key.name, value)
    },
  })
  for (const client of clients) client.close()
  await bare.close()
  return found
}

/** Keys that no other client of the project writes, spread over it. */
function keysOf(bench: Bench, projectId: number, client: number): Promise<Key[]> {
  return connected(bench.database, async (database) => {
    const found = await database.query<Key>(
      `select id, name from (select id, name, row_number() over (order by id) as number from keys where project_id = $1)
       where number % $2 = $3 limit $4`,
      [projectId, CLIENTS, client, KEYS_PER_CLIENT],
    )
    return found.rows
  })
}
