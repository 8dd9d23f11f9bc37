import type { Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { LoopWatch } from '../lib/event-loop.ts'
import type { HttpClient } from '../lib/http.ts'
import { times } from '../lib/report.ts'

const KEYS = 100_000
const ROUNDS = 2

interface Answer {
  reverted: number
  skipped: unknown[]
}

const scenario: Scenario = {
  summary: '100,000 values that an import changed, taken back, against that import',
  async run(bench, name) {
    const [projectId = 0] = await bench.createProjects(1, KEYS)
    const [product, limit]: [number[], number[]] = [[], []]
    const loop = new LoopWatch()
    await connected(bench.database, async (database) => {
      const { rows } = await database.query<{ name: string }>('select name from keys where project_id = $1', [
        projectId,
      ])
      for (let round = 0; round < ROUNDS; round++) {
        const texts = Object.fromEntries(rows.map((key) => [key.name, `Round ${round} of ${key.name}`]))
        const body = { namespaces: { default: { de: texts } }, options: { conflictResolution: 'keep_local' } }
        const imported = await timed(
          await bench.buildClient(projectId),
          `/v1/projects/${projectId}/import/commit`,
          body,
        )
        await database.query('vacuum analyze keys, translations, changes')
        const { changes } = imported.answer as { changes: object }
        // Connected anew: the service does not keep one open for as long as the last step may take.
        const manager = await bench.client()
        const { milliseconds, answer } = await loop.during(bench.service, () =>
          timed(manager, `/v1/projects/${projectId}/activity/revert`, changes),
        )
        const { reverted, skipped } = answer as Answer
        if (reverted !== KEYS || skipped.length > 0) throw new Error(`${reverted} values were taken back`)
        await database.query('vacuum analyze keys, translations, changes')
        limit.push(imported.milliseconds)
        product.push(milliseconds)
      }
    })
    const sample = (milliseconds: number[]) => ({ milliseconds: milliseconds.sort((a, b) => a - b), rates: [] })
    const measured = { product: sample(product), limit: sample(limit) }
    return [
      ...times(name, '100,000 changes', measured, { of: 'ratio', is: '≤', value: 3 }),
      ...loop.figures(name, '100,000 changes'),
    ]
  },
}

export default scenario

async function timed(client: HttpClient, path: string, body: object) {
  const text = JSON.stringify(body)
  const began = performance.now()
  const response = await client.ok('POST', path, text)
  const milliseconds = performance.now() - began
  client.close()
  return { milliseconds, answer: JSON.parse(response.body.toString()) as unknown }
}
