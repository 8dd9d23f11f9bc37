import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Scenario } from '../lib/bench.ts'
import type { Figure } from '../lib/report.ts'
import { BARE, startService } from '../lib/service.ts'

const SETTLE_MS = 5_000
const LOAD_MS = 10_000
const CLIENTS = 16

const scenario: Scenario = {
  summary: 'proportional set size of the service and its PostgreSQL, against bare Fastify and PostgreSQL',
  async run(bench, name) {
    await bench.stop()
    const bare = await startService(BARE, { DATA_DIR: bench.dataDir })
    await sleep(SETTLE_MS)
    const limit = bare.memory()
    await bare.stop()

    const service = await bench.start()
    await sleep(SETTLE_MS)
    const idle = service.memory()
    await readPages(bench)
    await sleep(SETTLE_MS)
    const figure = { scenario: name, unit: 'MB', limit } as const satisfies Partial<Figure>
    return [
      { ...figure, measure: 'idle after a start', product: idle, target: { of: 'product', is: '≤', value: 250 } },
      { ...figure, measure: `idle after ${CLIENTS} busy readers`, product: service.memory() },
    ]
  },
}

export default scenario

/** Every reader pages through the whole project, until the time is over. */
async function readPages(bench: Bench): Promise<void> {
  const until = performance.now() + LOAD_MS
  const path = `/v1/projects/${bench.projectId}/keys?limit=100`
  const read = async () => {
    const client = await bench.client()
    let cursor: string | null = null
    while (performance.now() < until) {
      const from: string = cursor === null ? '' : `&cursor=${cursor}`
      const page = await client.json<{ pagination: { nextCursor: string | null } }>('GET', path + from)
      cursor = page.pagination.nextCursor
    }
    client.close()
  }
  await Promise.all(Array.from({ length: CLIENTS }, read))
}
