import type { Handle } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { Job } from './job.ts'

interface Claim {
  now: Date
  /** When others may take the jobs over, should this process die. */
  leaseUntil: Date
  /** How many of each kind. */
  slots: ReadonlyMap<string, number>
  /** What this process works on already: its own leases are its own even when its clock jumped. */
  running: readonly number[]
}

/** Takes due jobs that are the first of their lane, of each kind the longest waiting first. */
export const claimJobs = (db: Handle, { now, leaseUntil, slots, running }: Claim) =>
  db.rows<Job>(sql`
    with due as (
      select j.id
      from unnest(${[...slots.keys()]}::text[], ${[...slots.values()]}::int[]) as s (kind, free)
      cross join lateral (
        select j.id from jobs j
        where j.due_at <= ${now} and j.kind = s.kind and j.id <> all(${running}::bigint[])
          and not exists (select 1 from jobs e where e.lane = j.lane and e.id < j.id and e.due_at is not null)
        order by j.due_at, j.id
        limit s.free
        for no key update skip locked
      ) j
    )
    update jobs j set due_at = ${leaseUntil}, attempt = attempt + 1, state = 'running'
    from due
    where j.id = due.id
    returning j.id, j.kind, j.project_id as "projectId",
              json_build_object('type', j.actor_type, 'id', j.actor_id) as actor, j.user_id as "userId", j.attempt,
              j.created_at as "createdAt"`)

/** Moves the leases of running jobs ahead; returns those that still are ours. */
export async function renewLeases(db: Handle, jobs: readonly Job[], leaseUntil: Date): Promise<Set<number>> {
  const renewed = await db.rows<{ id: number }>(sql`
    update jobs j set due_at = ${leaseUntil}
    from unnest(${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ attempt }) => attempt)}::int[]) as r (id, attempt)
    where j.id = r.id and j.attempt = r.attempt and j.due_at is not null
    returning j.id`)
  return new Set(renewed.map(({ id }) => id))
}

/** Makes everything that is under way due now. Only for who knows that nobody works on it. */
export const adoptJobs = (db: Handle, now: Date) =>
  db.run(sql`update jobs set due_at = ${now} where state = 'running' and due_at is not null`)

/** Gives a job back to be taken by anybody. The attempt is not counted: it did not fail for the job's sake. */
export const releaseJob = (db: Handle, { id, attempt }: Job, now: Date) =>
  db.run(sql`
    update jobs set due_at = ${now}, attempt = attempt - 1, state = 'waiting'
    where id = ${id} and attempt = ${attempt} and due_at is not null`)
