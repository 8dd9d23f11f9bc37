import type { Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { loadMemory } from '../lib/load-memory.ts'
import { interleave } from '../lib/measure.ts'
import { type Figure, times } from '../lib/report.ts'
import { extended, sourceTexts } from '../lib/segments.ts'

const SEGMENTS = Number(process.env['MEMORY_SEGMENTS'] ?? 1_000_000)
/** Somebody waits for it while typing. */
const SOON = { of: 'product', is: '≤', value: 200 } as const

const scenario: Scenario = {
  summary: `searching the list of ${SEGMENTS.toLocaleString('en')} entries, against its first page`,
  async run(bench, name) {
    const texts = extended(sourceTexts(), SEGMENTS)
    const owner = await bench.client()
    const { locales } = await owner.json<{ locales: { id: number }[] }>('GET', `/v1/projects/${bench.projectId}`)
    const [source, target] = locales
    if (!source || !target) throw new Error('The project has no languages')
    const made = { name: 'Large', sourceLocaleId: source.id }
    const { id } = await owner.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/tms`, made)
    owner.close()
    await connected(bench.database, (database) => loadMemory(database, id, target.id, texts))
    // The service does not keep an idle connection for as long as loading takes.
    const client = await bench.client()
    const path = `/v1/tms/${id}/entries?limit=50`
    const needles = {
      'in every few': 'the',
      'in some': 'configuration',
      'in fewer': 'transaction',
      'one text': texts.at(-1)?.slice(0, 500) ?? '',
      'in none': 'qzxqzx',
      'in none, of words that are': 'configuration zebra the',
      // Without three letters in a row there are no trigrams, and the whole list is walked.
      'in none, two letters': 'qz',
    }
    const figures: Figure[] = []
    for (const [title, search] of Object.entries(needles)) {
      const measured = await interleave({
        slices: 10,
        warmUpMs: 500,
        product: () => client.ok('GET', `${path}&search=${encodeURIComponent(search)}`),
        limit: () => client.ok('GET', path),
      })
      const [typical, slow] = times(name, title, measured)
      if (typical && slow) figures.push(typical, title.endsWith('two letters') ? slow : { ...slow, target: SOON })
    }
    await client.ok('DELETE', `/v1/tms/${id}`)
    client.close()
    return figures
  },
}

export default scenario
