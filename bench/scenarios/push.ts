import type { Scenario } from '../lib/bench.ts'
import { interleave } from '../lib/measure.ts'
import { times } from '../lib/report.ts'

const LOCALES = 'en de fr es it pt nl sv da nb fi pl cs sk hu ro bg el tr uk'.split(' ')
const TARGET = { of: 'ratio', is: '≤', value: 3 } as const

const scenario: Scenario = {
  summary: 'pushing a key with twenty languages, against the same with one',
  async run(bench, name) {
    const manager = await bench.client()
    const body = { name: 'Pushed', sourceLocale: 'en', locales: LOCALES }
    const { id } = await manager.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/projects`, body)
    manager.close()
    const client = await bench.buildClient(id)
    let pushed = 0
    const push = (locales: string[]) => {
      const translations = Object.fromEntries(
        locales.map((locale) => [locale, { value: `Your cart is empty (${++pushed})`, status: 'translated' }]),
      )
      return client.ok('PUT', '/v1/keys/', JSON.stringify({ key: `cart.empty.${pushed % 500}`, translations }))
    }
    const measured = await interleave({ slices: 40, product: () => push(LOCALES), limit: () => push(['en']) })
    client.close()
    return times(name, 'twenty languages', measured, TARGET)
  },
}

export default scenario
