import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { times } from '../lib/report.ts'

const ROUNDS = 3
const deflate = promisify(deflateRaw)

const scenario: Scenario = {
  summary: '100,000 keys in three languages as an archive, against a bare read of the rows and deflate of the bytes',
  async run(bench, name) {
    const client = await bench.client()
    const key = { name: 'export', scopes: ['translations:read'] }
    const made = await client.json<{ key: string }>('POST', `/v1/projects/${bench.projectId}/api-keys`, key)
    client.close()
    const url = `http://127.0.0.1:${bench.service.port}/v1/projects/${bench.projectId}/keys/export`
    const headers = { authorization: `Bearer ${made.key}`, 'content-type': 'application/json' }
    const product: number[] = []
    const limit: number[] = []
    await connected(bench.database, async (database) => {
      for (let round = 0; round < ROUNDS; round++) {
        product.push(
          await timed(async () => {
            const response = await fetch(url, { method: 'POST', headers, body: '{}' })
            if (!response.ok) throw new Error(`The export was answered with ${response.status}`)
            await response.arrayBuffer()
          }),
        )
        limit.push(
          await timed(async () => {
            const { rows } = await database.query<{ locale_id: string; name: string; value: string }>(
              `select t.locale_id, k.name, t.value from keys k join translations t on t.key_id = k.id
               where k.project_id = $1 and k.deleted_at is null and t.value <> '' order by t.locale_id, k.name`,
              [bench.projectId],
            )
            for (const file of Map.groupBy(rows, ({ locale_id }) => locale_id).values()) {
              const texts = Object.fromEntries(file.map(({ name: text, value }) => [text, value]))
              await deflate(JSON.stringify(texts, null, 2))
            }
          }),
        )
      }
    })
    const sample = (milliseconds: number[]) => ({ milliseconds: milliseconds.sort((a, b) => a - b), rates: [] })
    return times(
      name,
      'archive',
      { product: sample(product), limit: sample(limit) },
      { of: 'ratio', is: '≤', value: 2 },
    )
  },
}

export default scenario

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
