import { Gauge, type Registry } from 'prom-client'
import type { Services } from '../../services.ts'
import { FiguresOfDatabase } from './database-figures.ts'

/**
 * Every instance tells the same of these: whoever has several takes the maximum, not the sum. While the database does not
 * answer only `database_up` is told.
 */
export function watchDatabase(registry: Registry, services: Pick<Services, 'db' | 'clock' | 'log'>): void {
  const figures = new FiguresOfDatabase(services)
  const registers = [registry]
  new Gauge({
    name: 'database_up',
    help: 'Whether the database answers within two seconds (1) or not (0)',
    registers,
    async collect() {
      this.set((await figures.latest()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'database_size_bytes',
    help: 'What the database takes on its disk',
    registers,
    async collect() {
      const latest = await figures.latest()
      if (latest) this.set(latest.bytes)
      else this.remove()
    },
  })
  new Gauge({
    name: 'webhook_deliveries_waiting',
    help: 'Deliveries that are still to be made: for the first time (pending) or again (retrying)',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset()
      const latest = await figures.latest()
      if (!latest) return
      for (const status of ['pending', 'retrying']) this.set({ status }, 0)
      for (const { status, count } of latest.deliveries) this.set({ status }, count)
    },
  })
  new Gauge({
    name: 'webhook_deliveries_overdue_seconds',
    help: 'For how long the delivery that has waited longest could have been made',
    registers,
    async collect() {
      const latest = await figures.latest()
      if (latest) this.set(longest(latest.deliveries))
      else this.remove()
    },
  })
  new Gauge({
    name: 'mails_waiting',
    help: 'Mails that are still to be sent',
    registers,
    async collect() {
      const latest = await figures.latest()
      if (latest) this.set(latest.mails.count)
      else this.remove()
    },
  })
  new Gauge({
    name: 'mails_oldest_seconds',
    help: 'For how long the mail that has waited longest has been waiting',
    registers,
    async collect() {
      const latest = await figures.latest()
      if (latest) this.set(latest.mails.oldestSeconds)
      else this.remove()
    },
  })
  new Gauge({
    name: 'jobs_unfinished',
    help: 'Jobs that wait or run, by kind',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset()
      for (const { kind, state, count } of (await figures.latest())?.jobs ?? []) this.set({ kind, state }, count)
    },
  })
  new Gauge({
    name: 'jobs_overdue_seconds',
    help: 'For how long the job that has waited longest could have been begun, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset()
      const jobs = Map.groupBy((await figures.latest())?.jobs ?? [], ({ kind }) => kind)
      for (const [kind, ofKind] of jobs) this.set({ kind }, longest(ofKind))
    },
  })
}

const longest = (groups: readonly { overdueSeconds: number }[]) =>
  Math.max(0, ...groups.map(({ overdueSeconds }) => overdueSeconds))
