import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'

/**
 * Writers of many keys of a project take turns. Each takes its locks in several statements, so two that met often ended
 * in a deadlock, and PostgreSQL looks for those after a second: with imports and batches of ten clients, answers took up
 * to 16 seconds and some were refusals; with turns 0.7 seconds. Whoever writes a single key does not wait here.
 */
export const takeTurnOfMany = (tx: Transaction, projectId: number) =>
  tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended('parlance writes of many keys of project ' || ${projectId}::bigint, 0))`)
