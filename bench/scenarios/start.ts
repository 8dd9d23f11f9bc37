import type { Scenario } from '../lib/bench.ts'
import { percentile } from '../lib/measure.ts'
import type { Figure } from '../lib/report.ts'
import { BARE, startService } from '../lib/service.ts'

const STARTS = 7

const scenario: Scenario = {
  summary: 'from the start of the process to the first healthy answer, against bare Fastify and PostgreSQL',
  async run(bench, name) {
    const product: number[] = []
    const limit: number[] = []
    for (let start = 0; start < STARTS; start++) {
      product.push((await bench.restart()).startMs)
      await bench.stop()
      const bare = await startService(BARE, { DATA_DIR: bench.dataDir })
      limit.push(bare.startMs)
      await bare.stop()
    }
    await bench.start()
    for (const times of [product, limit]) times.sort((a, b) => a - b)
    const later = (share: number): Figure => ({
      scenario: name,
      measure: `later start, p${share * 100}`,
      unit: 'ms',
      product: percentile(product, share),
      limit: percentile(limit, share),
    })
    return [
      { ...later(0.5), target: { of: 'product', is: '≤', value: 3_000 } },
      later(0.95),
      { scenario: name, measure: 'first start', unit: 'ms', product: bench.firstStartMs },
    ]
  },
}

export default scenario
