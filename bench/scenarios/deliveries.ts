import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { startReceiver } from '../lib/receiver.ts'
import type { Figure } from '../lib/report.ts'

const DELIVERIES = 6_000
const POLL_MS = 20
const GIVE_UP_MS = 60_000

const scenario: Scenario = {
  summary: `${DELIVERIES} deliveries to a receiver on this machine, from the batch that brings them about to the last settled row`,
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
  const [projectId = 0] = await bench.createProjects(1, DELIVERIES / webhooks)
  const path = `/v1/projects/${projectId}`
  const url = await startReceiver()
  const client = await bench.client()
  for (let n = 0; n < webhooks; n++) {
    const hook = { name: `Bench ${n}`, url, events: ['key.deleted'] }
    await client.ok('POST', `${path}/webhooks`, JSON.stringify(hook))
  }
  const { ids } = await client.json<{ ids: number[] }>('GET', `${path}/keys/ids`)
  const began = performance.now()
  await client.ok('POST', `${path}/keys/batch/delete`, JSON.stringify({ keyIds: ids }))
  const settled = await untilSettled(bench, projectId, began)
  client.close()
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
