import { type Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Answered } from '../../http/answered.ts'
import type { Services } from '../../services.ts'
import { watchDatabase } from './watch-database.ts'

export interface Metrics {
  registry: Registry
  observe(answered: Answered): void
}

/** Gauges of Node's under names that Prometheus keeps for counters; the same by kind stand beside them. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Prometheus metrics: what one process does, and what waits in the database for all of them. */
export function createMetrics(services: Services): Metrics {
  const { db } = services
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  for (const counter of Object.values(services.counters)) registry.registerMetric(counter as Counter)

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })

  new Gauge({
    name: 'database_connections',
    help: 'Connections of each pool, and how many wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries({
        requests: db.pool,
        readers: db.readers,
        deployers: db.deployers,
      })) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'memory_index_bytes',
    help: 'What the indexes of translation memories take',
    registers: [registry],
    collect() {
      this.set(services.texts.bytes)
    },
  })
  new Gauge({
    name: 'text_searches',
    help: 'Threads that compare texts, and searches that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { running, waiting } = services.texts.searches
      this.set({ state: 'running' }, running)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({
    name: 'open_streams',
    help: 'Streams of changes that are open in this process',
    registers: [registry],
    collect() {
      this.set(services.streams.count)
    },
  })
  // Last: asking the database takes a connection, which those who are told of above should not see.
  watchDatabase(registry, services)
  const observe = ({ method, route, status, ms }: Answered) => durations.observe({ method, route, status }, ms / 1000)
  return { registry, observe }
}
