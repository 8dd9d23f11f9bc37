import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'

/** From here on, an import is worth other plans. */
const LARGE_BYTES = 200_000

/** For this transaction: an import may take longer than a page, and each of its statements is worth a plan of its own. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx.allowLong(600_000)
  // A plan kept from an import of ten texts would take hours for a hundred thousand.
  await tx.planEach()
  // What is read in groups is read to its end.
  await tx.run(sql`set local cursor_tuple_fraction = 1`)
}

/**
 * For the rest of the transaction, where an import is large. How many texts a part holds is unknown to PostgreSQL, which
 * expects a few and would compare each written row with each row that was asked for: 100,000 by 100,000. Without nested
 * loops it hashes both. Tells whether it is large.
 */
export async function preferHashJoins(tx: Transaction, sessionId: string): Promise<boolean> {
  const { bytes } = await tx.one<{ bytes: number }>(sql`
    select coalesce(sum(pg_column_size(entries)), 0)::bigint as bytes from import_parts where session_id = ${sessionId}`)
  if (bytes < LARGE_BYTES) return false
  await tx.run(sql`set local enable_nestloop = off`)
  await tx.run(sql`set local work_mem = '64MB'`)
  return true
}

/** For what is left of it. */
export const preferAnyJoins = (tx: Transaction) => tx.run(sql`set local enable_nestloop = on`)
