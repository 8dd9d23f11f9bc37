import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { dropSearchIndexes, loadKeys } from '../lib/load-keys.ts'
import type { Figure } from '../lib/report.ts'

const KEYS = 100_000
const LOCALES = 20
const SETTLE_MS = 3_000
const LOOK_EVERY_MS = 50
/** A reader that takes nothing for so long at first, and then as much as comes. */
const SLOW_READER_MS = 5_000

const scenario: Scenario = {
  summary: `memory that the service and its PostgreSQL take while ${KEYS.toLocaleString('en')} keys in ${LOCALES} languages leave as an archive`,
  async run(bench, name) {
    // Two million values: nobody searches them, and indexing them would take longer than all the rest.
    const indexes = await connected(bench.database, dropSearchIndexes)
    const projectId = await loadProject(bench)
    const figures: Figure[] = []
    for (const [reader, pauseMs] of [
      ['a fast reader', 0],
      ['a slow reader', SLOW_READER_MS],
    ] as const) {
      await bench.restart()
      await sleep(SETTLE_MS)
      const idle = bench.service.memoryOfItsOwn()
      const peak = await highest(bench, () => download(bench, projectId, pauseMs))
      const target = { of: 'product', is: '≤', value: 150 } as const
      figures.push({ scenario: name, measure: `above idle, ${reader}`, unit: 'MB', product: peak - idle, target })
    }
    await connected(bench.database, async (database) => {
      for (const table of ['translations', 'keys'])
        await database.query(`delete from ${table} where project_id = $1`, [projectId])
      for (const definition of indexes) await database.query(definition)
    })
    return figures
  },
}

export default scenario

async function loadProject(bench: Bench): Promise<number> {
  const client = await bench.client()
  const locales = Array.from({ length: LOCALES - 1 }, (_, at) => `de-x-${String(at).padStart(2, '0')}`)
  const body = { name: 'Large', sourceLocale: 'en', locales }
  const { id } = await client.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/projects`, body)
  client.close()
  await connected(bench.database, async (database) => {
    await loadKeys(database, id, KEYS)
    await database.query('vacuum analyze')
  })
  return id
}

async function highest(bench: Bench, work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  let most = 0
  while (!isDone) {
    most = Math.max(most, bench.service.memoryOfItsOwn())
    await sleep(LOOK_EVERY_MS)
  }
  await done
  return most
}

/** The archive, by a reader that takes nothing of it at first. */
function download(bench: Bench, projectId: number, pauseMs: number): Promise<void> {
  const headers = { ...bench.credentials, 'content-type': 'application/json' }
  const path = `/v1/projects/${projectId}/keys/export`
  const { port } = bench.service
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method: 'POST', path, headers }, async (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`POST ${path} was answered with ${answer.statusCode}`))
      await sleep(pauseMs)
      answer.on('end', resolve).on('error', reject).resume()
    })
      .on('error', reject)
      .end('{}')
  })
}
