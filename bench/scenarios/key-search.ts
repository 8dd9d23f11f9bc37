import { listKeys } from '../../packages/server/src/features/keys/list-keys.ts'
import type { Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { interleave } from '../lib/measure.ts'
import { type Figure, times } from '../lib/report.ts'
import { statementsOf } from '../lib/statements.ts'

/** Common and rare, in names and in values; the last two are too short for trigrams. */
const NEEDLES = ['card_declined', 'payment', 'Bitte', 'invoice.error', 'zz', 'ü']
const TARGET = { of: 'ratio', is: '≤', value: 2 } as const

const scenario: Scenario = {
  summary: 'a search over names and values, against the statement that finds the page through its index',
  async run(bench, name) {
    const client = await bench.client()
    const figures = await connected(bench.database, async (database) => {
      const found: Figure[] = []
      for (const search of NEEDLES) {
        const statements = await statementsOf(database, listKeys, bench.projectId, { search })
        // What comes before it resolves locales, or looks whether a short walk is enough.
        const indexed = statements.at(-1)
        if (!indexed) throw new Error('The search ran no statement')
        const path = `/v1/projects/${bench.projectId}/keys?search=${encodeURIComponent(search)}`
        const measured = await interleave({
          slices: 25,
          // Long enough for a few hundred of the quick ones: a bad second of the machine is a twentieth of less.
          sliceMs: 300,
          product: () => client.ok('GET', path),
          limit: () => database.query(indexed),
        })
        const [typical, slow] = times(name, `"${search}"`, measured)
        if (typical && slow) found.push(typical, { ...slow, target: TARGET })
      }
      return found
    })
    client.close()
    return figures
  },
}

export default scenario
