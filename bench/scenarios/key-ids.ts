import { listKeyIds } from '../../packages/server/src/features/keys/list-key-ids.ts'
import type { Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { interleave } from '../lib/measure.ts'
import { type Figure, times } from '../lib/report.ts'
import { statementsOf } from '../lib/statements.ts'

const ORDERS = { key: 'left(name, 256), name, id', updatedAt: 'updated_at, id' }
const TARGET = { of: 'ratio', is: '≤', value: 2 } as const

const scenario: Scenario = {
  summary: 'the ids of 100,000 keys in order, against the same SQL by a bare driver and against the ids as rows',
  async run(bench, name) {
    const client = await bench.client()
    const figures = await connected(bench.database, async (database) => {
      const found: Figure[] = []
      for (const [sortBy, order] of Object.entries(ORDERS)) {
        const path = `/v1/projects/${bench.projectId}/keys/ids?sortBy=${sortBy}`
        const [own] = await statementsOf(database, listKeyIds, bench.projectId, { sortBy })
        if (!own) throw new Error('The list of ids ran no statement')
        const plain = {
          name: `plain ids by ${sortBy}`,
          text: `select id from keys where project_id = $1 and deleted_at is null order by ${order}`,
          values: [bench.projectId],
        }
        for (const [title, limit] of [
          [`by ${sortBy}`, own],
          [`by ${sortBy}, as rows`, plain],
        ] as const) {
          const measured = await interleave({
            slices: 20,
            sliceMs: 500,
            product: () => client.ok('GET', path),
            limit: () => database.query(limit),
          })
          found.push(...times(name, title, measured, TARGET))
        }
      }
      return found
    })
    client.close()
    return figures
  },
}

export default scenario
