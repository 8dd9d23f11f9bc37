import type { Author } from '../changes/author.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'

interface NewJobs {
  kind: string
  lane: string
  count: number
}

/** Adds jobs in the caller's transaction, and returns their ids in the order in which they will run. */
export async function enqueueJobs(
  tx: Transaction,
  { projectId, actor, userId, at }: Author,
  { kind, lane, count }: NewJobs,
): Promise<number[]> {
  // Whoever comes later to a lane waits here, so its ids are drawn after those before it were committed. Otherwise a job
  // could begin while one with a lower id is about to appear, which would then run beside it.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('parlance jobs of ' || ${lane}::text, 0))`)
  const jobs = await tx.rows<{ id: number }>(sql`
    insert into jobs (kind, project_id, lane, actor_type, actor_id, user_id, created_at, due_at)
    select ${kind}, ${projectId}, ${lane}, ${actor.type}, ${actor.id}, ${userId}, ${at}::timestamptz, ${at}::timestamptz
    from generate_series(1, ${count}::int)
    returning id`)
  return jobs.map(({ id }) => id).sort((a, b) => a - b)
}
