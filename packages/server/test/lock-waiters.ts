import type { Database } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'

/** How many connections to a database wait for a lock that another one has. */
export const lockWaiters = (db: Database) =>
  db.run(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
