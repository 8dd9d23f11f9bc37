import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { assertRoomFor } from '../../http/quota.ts'
import type { Quotas } from '../../quotas.ts'

interface Counted {
  metric: keyof Quotas
  /** The rows that count: a table, and which of it. */
  living: Sql
}

/** Refuses one more than a project may have. Those who ask at the same time are counted one after the other. */
export async function assertRoomInProject(
  tx: Transaction,
  quotas: Quotas,
  projectId: number,
  { metric, living }: Counted,
): Promise<void> {
  await tx.run(sql`select 1 from projects where id = ${projectId} for no key update`)
  const { current } = await tx.one<{ current: number }>(sql`select count(*) as current from ${living}`)
  assertRoomFor(quotas, metric, current)
}
