import { type Sql, sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { fault } from '../../../http/errors.ts'

/**
 * Taken before entries are added, used, replaced or deleted, and held until the commit: versions that are drawn under it
 * are in the order of the commits of this memory, which is what readers that follow it rely on; and writers of many
 * entries, each in an order of its own, never wait for each other in a circle.
 */
export async function lockMemory(tx: Transaction, memoryId: number): Promise<void> {
  if (!(await tryLockMemory(tx, memoryId))) throw fault('notFound')
}

/** The same where a memory that is gone is no reason to stop: false then. */
export const tryLockMemory = async (tx: Transaction, memoryId: number) =>
  (await tx.run(sql`select 1 from memories where id = ${memoryId} for no key update`)) > 0

/**
 * Adds entries, or gives those of the same source text, language and context their new translation. An entry that has
 * it already is left alone.
 */
export const writeEntries = (memoryId: number, now: Date, source: Sql): Sql => sql`
  insert into memory_entries as e (memory_id, locale_id, source_text, target_text, context_key, source_project_id,
                                   author_id, created_at, updated_at)
  select ${memoryId}::bigint, s.locale_id, s.source_text, s.target_text, s.context_key, s.source_project_id,
         s.author_id, ${now}::timestamptz, ${now}::timestamptz
  from (${source}) s
  on conflict (memory_id, locale_id, match_hash, source_hash, context_key) do update
    set target_text = excluded.target_text, source_project_id = coalesce(excluded.source_project_id, e.source_project_id),
        author_id = excluded.author_id, author_name = null, updated_at = excluded.updated_at
    where e.target_text <> excluded.target_text`
