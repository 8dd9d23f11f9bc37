import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Scenario } from '../lib/bench.ts'
import type { HttpClient } from '../lib/http.ts'
import { percentile } from '../lib/measure.ts'
import { createMembers } from '../lib/members.ts'
import { StreamReader } from '../lib/stream-reader.ts'

// As many as a project and a person may have open.
const PER_PROJECT = 100
const PER_MEMBER = 20
const STREAMS = 5_000
const PROJECTS = STREAMS / PER_PROJECT
const OPENED_AT_ONCE = 50
const SETTLE_MS = 4_000
const CHANGES = 10
const GIVE_UP_MS = 20_000

const scenario: Scenario = {
  summary: `one change in each of ${PROJECTS} projects, to ${STREAMS} open streams`,
  async run(bench, name) {
    const projectIds = await bench.createProjects(PROJECTS, 1)
    const cookies = await createMembers(bench, STREAMS / PER_MEMBER)
    await bench.restart()
    const clients = await Promise.all(projectIds.map(() => bench.client()))
    await write(clients, projectIds, 'warm-up')
    await sleep(SETTLE_MS)
    const before = bench.service.memory()
    const heard = new Heard()
    const began = performance.now()
    const readers = await openAll(bench, projectIds, cookies, heard)
    const openMs = performance.now() - began
    await sleep(SETTLE_MS)
    const perStream = ((bench.service.memory() - before) * 1024) / STREAMS
    const lastByte: number[] = []
    for (let n = 1; n <= CHANGES; n++) {
      const marker = `change number ${n}.`
      const all = heard.everybody(marker)
      const sent = performance.now()
      await Promise.all([write(clients, projectIds, marker), all])
      lastByte.push(performance.now() - sent)
    }
    for (const each of [...readers, ...clients]) each.close()
    lastByte.sort((one, other) => one - other)
    const last = { scenario: name, unit: 'ms' } as const
    return [
      { ...last, measure: 'last byte, p50', product: percentile(lastByte, 0.5) },
      {
        ...last,
        measure: 'last byte, slowest',
        product: percentile(lastByte, 1),
        target: { of: 'product', is: '≤', value: 1_000 },
      },
      {
        scenario: name,
        measure: 'memory per stream',
        unit: 'KB',
        product: perStream,
        target: { of: 'product', is: '≤', value: 40 },
      },
      { scenario: name, measure: 'streams opened', unit: 'per s', product: (STREAMS / openMs) * 1000 },
    ]
  },
}

export default scenario

/** Waits for a text to have come on every stream. */
class Heard {
  #marker = ''
  #left = 0
  #done = () => {}

  everybody(marker: string): Promise<void> {
    this.#marker = marker
    this.#left = STREAMS
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.#left} streams did not hear of it`)), GIVE_UP_MS)
      this.#done = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  take = (text: string) => {
    if (this.#left > 0 && text.includes(this.#marker) && --this.#left === 0) this.#done()
  }
}

async function openAll(bench: Bench, projectIds: number[], cookies: string[], heard: Heard): Promise<StreamReader[]> {
  const readers: StreamReader[] = []
  let next = 0
  const open = async () => {
    while (next < STREAMS) {
      const n = next++
      const path = `/v1/projects/${projectIds[n % PROJECTS]}/keys/events`
      readers.push(await StreamReader.open(bench.service.port, path, cookies[n % cookies.length] ?? '', heard.take))
    }
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, open))
  return readers
}

const write = (clients: HttpClient[], projectIds: number[], key: string) =>
  Promise.all(
    clients.map((client, at) => client.ok('POST', `/v1/projects/${projectIds[at]}/keys`, JSON.stringify({ key }))),
  )
