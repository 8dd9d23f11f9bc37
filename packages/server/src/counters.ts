import { Counter } from 'prom-client'

/**
 * What this process has done since it began. Whoever does it counts it, after the commit; `/metrics` tells it. How much
 * the database holds is not counted here but read there.
 */
export const newCounters = () => ({
  webhookAttempts: new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver to a webhook, by what became of the delivery',
    labelNames: ['result'] as const,
    registers: [],
  }),
  mailAttempts: new Counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send a mail, by what became of it',
    labelNames: ['result'] as const,
    registers: [],
  }),
  endedJobs: new Counter({
    name: 'jobs_ended_total',
    help: 'Jobs that this process has ended, by kind and by how they ended',
    labelNames: ['kind', 'state'] as const,
    registers: [],
  }),
  importedRows: new Counter({
    name: 'import_rows_total',
    help: 'Texts that imports have added or changed, by where the imports came from',
    labelNames: ['source'] as const,
    registers: [],
  }),
  indexSearches: new Counter({
    name: 'memory_index_searches_total',
    help: 'Searches for similar texts: in an index that was there, in one that had to be loaded first, or in the table',
    labelNames: ['found'] as const,
    registers: [],
  }),
})

export type Counters = ReturnType<typeof newCounters>
