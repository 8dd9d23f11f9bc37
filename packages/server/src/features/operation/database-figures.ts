import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Services } from '../../services.ts'

interface Group {
  count: number
  /** How long what is due longest has been due; 0 when all of it is still to come, or in somebody's hands. */
  overdueSeconds: number
}

export interface DatabaseFigures {
  bytes: number
  deliveries: (Group & { status: 'pending' | 'retrying' })[]
  mails: { count: number; oldestSeconds: number }
  jobs: (Group & { kind: string; state: 'waiting' | 'running' })[]
}

/** However many ask, and however often. */
const KEPT_MS = 5_000
/** Who watches hears that the database does not answer, rather than nothing at all. */
const PATIENCE_MS = 2_000

/**
 * What only the database knows of all instances together. Read from the indexes of what is still to be done, so it takes
 * as long as that is many, whatever the tables have kept. Undefined while the database does not answer.
 */
export class FiguresOfDatabase {
  readonly #services: Pick<Services, 'db' | 'clock' | 'log'>
  #readAt = Number.NEGATIVE_INFINITY
  #figures: Promise<DatabaseFigures | undefined> = Promise.resolve(undefined)

  constructor(services: Pick<Services, 'db' | 'clock' | 'log'>) {
    this.#services = services
  }

  latest(): Promise<DatabaseFigures | undefined> {
    const now = performance.now()
    if (now - this.#readAt < KEPT_MS) return this.#figures
    this.#readAt = now
    const { db, clock, log } = this.#services
    this.#figures = within(PATIENCE_MS, read(db, clock.now())).catch((error) => {
      log.warn({ err: error }, 'the figures of the database could not be read')
      return undefined
    })
    return this.#figures
  }
}

const read = (db: Database, now: Date) =>
  db.one<DatabaseFigures>(sql`
    select pg_database_size(current_database()) as bytes,
      (select coalesce(json_agg(d), '[]') from (
        select status, count(*) as count,
               greatest(0, extract(epoch from ${now}::timestamptz - min(due_at)))::float8 as "overdueSeconds"
        from deliveries where due_at is not null group by status) d) as deliveries,
      (select json_build_object('count', count(*), 'oldestSeconds',
                coalesce(greatest(0, extract(epoch from ${now}::timestamptz - min(created_at))), 0)::float8)
       from mails where due_at is not null) as mails,
      (select coalesce(json_agg(j), '[]') from (
        select kind, state, count(*) as count,
               greatest(0, extract(epoch from ${now}::timestamptz - min(due_at)))::float8 as "overdueSeconds"
        from jobs where due_at is not null group by kind, state) j) as jobs`)

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`The database did not answer within ${ms} ms.`)), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
