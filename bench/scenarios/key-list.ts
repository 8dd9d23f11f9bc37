import { listKeys } from '../../packages/server/src/features/keys/list-keys.ts'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { interleave } from '../lib/measure.ts'
import { readPlainPage } from '../lib/plain-page.ts'
import { times } from '../lib/report.ts'
import { statementsOf } from '../lib/statements.ts'

const LARGEST_PAGE = 100
const PAGES_TO_THE_MIDDLE = 500

interface Page {
  data: { translations: object }[]
  pagination: { nextCursor: string }
}

const scenario: Scenario = {
  summary: 'pages of 50 keys with their values, against the same SQL by a bare driver',
  async run(bench, name) {
    const path = `/v1/projects/${bench.projectId}/keys`
    const cursor = await cursorInTheMiddle(bench, path)
    const first = await measure(bench, path, {})
    const middle = await measure(bench, `${path}?cursor=${cursor}`, { cursor })
    const plain = await measurePlain(bench, path)
    const target = { of: 'ratio', is: '≤', value: 1.5 } as const
    return [
      ...times(name, 'first page', first, target),
      ...times(name, 'middle page', middle, target),
      ...times(name, 'first page by plain SQL', plain),
    ]
  },
}

export default scenario

async function measure(bench: Bench, path: string, query: { cursor?: string }) {
  const client = await bench.client()
  return connected(bench.database, async (database) => {
    const statements = await statementsOf(database, listKeys, bench.projectId, query)
    const found = await interleave({
      product: () => client.ok('GET', path),
      async limit() {
        for (const statement of statements) await database.query(statement)
      },
    })
    client.close()
    return found
  })
}

async function measurePlain(bench: Bench, path: string) {
  const client = await bench.client()
  return connected(bench.database, async (database) => {
    const { data } = await client.json<Page>('GET', path)
    const sent = data.reduce((sum, { translations }) => sum + Object.keys(translations).length, 0)
    const read = await readPlainPage(database, bench.projectId)
    if (sent !== read) throw new Error(`The page has ${sent} values and the plain SQL finds ${read}`)
    const found = await interleave({
      product: () => client.ok('GET', path),
      limit: () => readPlainPage(database, bench.projectId),
    })
    client.close()
    return found
  })
}

/** Reached page by page, as a caller would. */
async function cursorInTheMiddle(bench: Bench, path: string): Promise<string> {
  const client = await bench.client()
  let cursor = ''
  for (let page = 0; page < PAGES_TO_THE_MIDDLE; page++) {
    const from = cursor === '' ? '' : `&cursor=${cursor}`
    const { pagination } = await client.json<Page>('GET', `${path}?limit=${LARGEST_PAGE}${from}`)
    cursor = pagination.nextCursor
  }
  client.close()
  return cursor
}
