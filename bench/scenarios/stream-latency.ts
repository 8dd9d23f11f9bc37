import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Scenario } from '../lib/bench.ts'
import { percentile } from '../lib/measure.ts'
import { createMembers } from '../lib/members.ts'
import { startReceiver } from '../lib/receiver.ts'
import type { Figure } from '../lib/report.ts'
import { StreamReader } from '../lib/stream-reader.ts'

const WRITES_PER_SECOND = 200
const SECONDS = 15
/** Of the beginning nothing is counted: code and connections are warming up. */
const WARM_UP_SECONDS = 3
const CLIENTS = 16
const KEYS = 400

const scenario: Scenario = {
  summary: `from sending a write to its event on a stream and at a webhook, ${WRITES_PER_SECOND} writes per second`,
  async run(bench, name) {
    const [projectId = 0] = await bench.createProjects(1, 1)
    const [cookie = ''] = await createMembers(bench, 1)
    const onStream = new Times()
    const atWebhook = new Times()
    const path = `/v1/projects/${projectId}/keys/events`
    const reader = await StreamReader.open(bench.service.port, path, cookie, onStream.take)
    const hook = { name: 'Bench', url: await startReceiver(atWebhook.take), events: ['translation.updated'] }
    const manager = await bench.client()
    const { id } = await manager.json<{ id: number }>('POST', `/v1/projects/${projectId}/webhooks`, hook)
    for (let n = 0; n < KEYS; n++) {
      const body = { key: `told-${n}`, translations: { en: { value: 'first', status: 'translated' } } }
      await manager.ok('POST', `/v1/projects/${projectId}/keys`, JSON.stringify(body))
    }
    const sent = await write(bench, projectId)
    await sleep(1_000)
    reader.close()
    await manager.ok('DELETE', `/v1/webhooks/${id}`)
    manager.close()
    return [
      ...figures(name, 'on a stream', onStream.since(sent), { p50: 50, p99: 250 }),
      ...figures(name, 'first attempt of a webhook', atWebhook.since(sent), { p99: 300 }),
    ]
  },
}

export default scenario

/** When each numbered text was first seen. */
class Times {
  readonly #seen = new Map<number, number>()

  take = (text: string) => {
    const now = performance.now()
    for (const [, number] of text.matchAll(/write number (\d+)\./g)) {
      if (!this.#seen.has(Number(number))) this.#seen.set(Number(number), now)
    }
  }

  since(sent: readonly number[]): number[] {
    const counted = sent.map((at, n) => [at, this.#seen.get(n)] as const).slice(WARM_UP_SECONDS * WRITES_PER_SECOND)
    return counted.map(([at, seen]) => {
      if (seen === undefined) throw new Error('A write was not told')
      return seen - at
    })
  }
}

/** At an even pace, whatever the answers take. Returns when each was sent. */
async function write(bench: Bench, projectId: number): Promise<number[]> {
  const free = await Promise.all(Array.from({ length: CLIENTS }, () => bench.client()))
  const all = [...free]
  const sent: number[] = []
  const began = performance.now()
  while (sent.length < WRITES_PER_SECOND * SECONDS) {
    await sleep(Math.max(0, began + (sent.length * 1000) / WRITES_PER_SECOND - performance.now()))
    const client = free.pop()
    if (!client) continue
    const value = `write number ${sent.length}.`
    const path = `/v1/projects/${projectId}/keys/told-${sent.length % KEYS}`
    sent.push(performance.now())
    void client.ok('PUT', path, JSON.stringify({ locale: 'en', value })).then(() => free.push(client))
  }
  while (free.length < CLIENTS) await sleep(5)
  for (const client of all) client.close()
  return sent
}

function figures(scenario: string, measure: string, times: number[], targets: { p50?: number; p99: number }): Figure[] {
  const sorted = times.toSorted((one, other) => one - other)
  return ([50, 99] as const).map((share) => {
    const value = share === 50 ? targets.p50 : targets.p99
    return {
      scenario,
      measure: `${measure}, p${share}`,
      unit: 'ms',
      product: percentile(sorted, share / 100),
      ...(value === undefined ? {} : { target: { of: 'product', is: '≤', value } as const }),
    }
  })
}
