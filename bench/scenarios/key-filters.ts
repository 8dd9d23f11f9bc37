import { listKeys } from '../../packages/server/src/features/keys/list-keys.ts'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { addKeyFacts } from '../lib/key-facts.ts'
import { interleave } from '../lib/measure.ts'
import { type Figure, times } from '../lib/report.ts'
import { statementsOf } from '../lib/statements.ts'

const FILTERS = [
  'statuses=not_reviewed&localeCodes=de',
  'statuses=not_translated&localeCodes=de',
  'statuses=translated,not_reviewed&localeCodes=de,fr',
  'sortBy=updatedAt&sortOrder=desc',
  'includeIssues=true',
]
const TARGET = { of: 'ratio', is: '≤', value: 2 } as const

const scenario: Scenario = {
  summary: 'pages with filters and other sorts, against the page without or the statement that finds it',
  async run(bench, name) {
    return [...(await againstPlainPage(bench, name)), ...(await againstStatement(bench, name))]
  },
}

export default scenario

async function againstPlainPage(bench: Bench, name: string): Promise<Figure[]> {
  const client = await bench.client()
  const plain = `/v1/projects/${bench.projectId}/keys`
  const figures: Figure[] = []
  for (const filter of FILTERS) {
    const measured = await interleave({
      slices: 25,
      product: () => client.ok('GET', `${plain}?${filter}`),
      limit: () => client.ok('GET', plain),
    })
    figures.push(...times(name, filter, measured, TARGET))
  }
  client.close()
  return figures
}

/** What few keys have is not found on the first page: held against the statement that gathers it. */
async function againstStatement(bench: Bench, name: string): Promise<Figure[]> {
  const client = await bench.client()
  const figures = await connected(bench.database, async (database) => {
    const since = await addKeyFacts(database, bench.projectId, bench.userId)
    const found: Figure[] = []
    for (const filter of factFilters(since, bench.userId)) {
      const statements = await statementsOf(database, listKeys, bench.projectId, filter)
      const gathering = statements.at(-1)
      if (!gathering) throw new Error('The list ran no statement')
      const query = Object.entries(filter).map(([field, value]) => `${field}=${encodeURIComponent(String(value))}`)
      const measured = await interleave({
        slices: 25,
        sliceMs: 300,
        product: () => client.ok('GET', `/v1/projects/${bench.projectId}/keys?${query.join('&')}`),
        limit: () => database.query(gathering),
      })
      found.push(...times(name, query.join('&'), measured, TARGET))
    }
    return found
  })
  client.close()
  return figures
}

const factFilters = (since: Date, userId: number): Record<string, unknown>[] => [
  { updatedSince: since.toISOString() },
  { updatedBy: [userId] },
  { isPlural: true },
  { observed: true },
  { observed: false },
  { hasComments: true },
  { sourceChanged: true },
  { sourceChanged: true, localeCodes: ['de'] },
  { issues: ['any'] },
  { issues: ['tag_missing'] },
  { issueSeverities: ['warning'], localeCodes: ['de'] },
  { search: 'checkout', searchIn: ['description'] },
  { search: 'zz', searchIn: ['description'] },
]
