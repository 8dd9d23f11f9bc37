import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { ProjectAccess } from '../http/access.ts'
import type { Services } from '../services.ts'

interface NewJobs {
  kind: string
  lane: string
  count: number
}

/** Adds jobs in the caller's transaction, and returns their ids in the order in which they will run. */
export async function enqueueJobs(
  tx: Transaction,
  { projectId, actor, userId }: ProjectAccess,
  now: Date,
  { kind, lane, count }: NewJobs,
): Promise<number[]> {
  const jobs = await tx.rows<{ id: number }>(sql`
    insert into jobs (kind, project_id, lane, actor_type, actor_id, user_id, created_at, due_at)
    select ${kind}, ${projectId}, ${lane}, ${actor.type}, ${actor.id}, ${userId}, ${now}::timestamptz, ${now}::timestamptz
    from generate_series(1, ${count}::int)
    returning id`)
  return jobs.map(({ id }) => id).sort((a, b) => a - b)
}

const wakers = new WeakMap<Services, () => void>()

/** Who runs the jobs of this process registers here to be told that there are new ones. */
export const onNewJobs = (services: Services, wake: () => void) => wakers.set(services, wake)

/** To be called after the commit. Without a runner in this process the others find them by polling. */
export const wakeJobs = (services: Services) => wakers.get(services)?.()
