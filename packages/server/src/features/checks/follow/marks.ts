import { type Sql, sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'

/**
 * Marks keys all of whose values are to be looked at again (`keyIds`: a query with the column key_id). A mark that is there
 * already is touched all the same: whoever takes it away would else do so before this transaction has committed what it is
 * for, and nobody would look at that.
 */
export async function markKeys(tx: Transaction, projectId: number, keyIds: Sql, now: Date): Promise<void> {
  await tx.run(sql`
    insert into keys_to_check (project_id, key_id, since)
    select distinct ${projectId}::bigint, m.key_id, ${now}::timestamptz from (${keyIds}) m order by 2
    on conflict (project_id, key_id) do update set since = excluded.since`)
}
