import { asObject, bareImport, textsOf } from '../lib/bare-import.ts'
import type { Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { times } from '../lib/report.ts'

const LOCALES = ['en', 'de', 'fr', 'es', 'it']
const KEYS = 20_000
const ROUNDS = 2

const scenario: Scenario = {
  summary: '20,000 keys in five languages from the command line, against the bare insert of the same rows',
  async run(bench, name) {
    const manager = await bench.client()
    const texts = LOCALES.map((locale) => textsOf(locale, KEYS))
    const namespaces = { default: Object.fromEntries(texts.map((file) => [file.locale, asObject(file)])) }
    const body = JSON.stringify({ namespaces, options: { conflictResolution: 'keep_local' } })
    const product: number[] = []
    const limit: number[] = []
    const createProject = async () => {
      const project = { name: 'Imported', sourceLocale: 'en', locales: LOCALES }
      return (await manager.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/projects`, project)).id
    }
    await connected(bench.database, async (database) => {
      for (let round = 0; round < ROUNDS; round++) {
        const mine = await createProject()
        const build = await bench.buildClient(mine)
        product.push(await timed(() => build.ok('POST', `/v1/projects/${mine}/import/commit`, body)))
        build.close()
        const bare = await createProject()
        limit.push(await timed(() => bareImport(database, bare, texts)))
      }
    })
    manager.close()
    const sample = (milliseconds: number[]) => ({ milliseconds: milliseconds.sort((a, b) => a - b), rates: [] })
    const measured = { product: sample(product), limit: sample(limit) }
    return times(name, 'commit', measured, { of: 'ratio', is: '≤', value: 3 })
  },
}

export default scenario

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
