import type { Scenario } from '../lib/bench.ts'
import { interleave } from '../lib/measure.ts'
import { type Figure, times } from '../lib/report.ts'

const FILTERS = [
  'statuses=not_reviewed&localeCodes=de',
  'statuses=not_translated&localeCodes=de',
  'statuses=translated,not_reviewed&localeCodes=de,fr',
  'sortBy=updatedAt&sortOrder=desc',
]
const TARGET = { of: 'ratio', is: '≤', value: 2 } as const

const scenario: Scenario = {
  summary: 'pages with filters and other sorts, against the page without',
  async run(bench, name) {
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
  },
}

export default scenario
