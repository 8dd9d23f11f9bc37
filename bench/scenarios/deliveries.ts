import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { startReceiver } from '../lib/receiver.ts'
import type { Figure } from '../lib/report.ts'

const DELIVERIES = 6_000
const WRITERS = 8
const POLL_MS = 20
const GIVE_UP_MS = 60_000

const scenario: Scenario = {
  summary: `${DELIVERIES} deliveries to a receiver on this machine, from the first write to the last settled row`,
  async run(bench, name) {
    const figures: Figure[] = []
    for (const webhooks of [10, 1]) {
      const product = await measure(bench, webhooks)
      const target = { of: 'product', is: '≥', value: 500 } as const
      const measured = webhooks === 1 ? 'one webhook' : `${webhooks} webhooks`
      figures.push({ scenario: name, measure: `${measured}, settled`, unit: 'per s', product, target })
    }
    return figures
  },
}

export default scenario

async function measure(bench: Bench, webhooks: number): Promise<number> {
  const [projectId = 0] = await bench.createProjects(1, 1)
  const url = await startReceiver()
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => bench.client()))
  const [manager] = clients
  for (let n = 0; n < webhooks; n++) {
    const hook = { name: `Bench ${n}`, url, events: ['key.created'] }
    await manager?.ok('POST', `/v1/projects/${projectId}/webhooks`, JSON.stringify(hook))
  }
  let written = 0
  const began = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      while (written < DELIVERIES / webhooks) {
        await client.ok('POST', `/v1/projects/${projectId}/keys`, JSON.stringify({ key: `key ${++written}` }))
      }
    }),
  )
  const settled = await untilSettled(bench, projectId, began)
  for (const client of clients) client.close()
  return (settled / (performance.now() - began)) * 1000
}

/** How many deliveries were made. One that was not a success would spoil the figure. */
function untilSettled(bench: Bench, projectId: number, began: number): Promise<number> {
  return connected(bench.database, async (database) => {
    for (;;) {
      const { rows } = await database.query<{ open: number; done: number }>(
        `select count(*) filter (where status <> 'success')::int as open, count(*)::int as done
         from deliveries d join webhooks w on w.id = d.webhook_id where w.project_id = $1`,
        [projectId],
      )
      const [{ open, done } = { open: 1, done: 0 }] = rows
      if (open === 0) return done
      if (performance.now() - began > GIVE_UP_MS) throw new Error(`${open} deliveries are not made`)
      await sleep(POLL_MS)
    }
  })
}
