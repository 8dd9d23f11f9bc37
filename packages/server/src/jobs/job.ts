import type { Actor, Signature } from '../changes/author.ts'
import { isUnavailable } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { ConflictError, type Transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'

/** A job that is ours until its lease runs out. */
export interface Job {
  id: number
  kind: string
  projectId: number
  actor: Actor
  /** Who asked for it. */
  userId: number
  attempt: number
  createdAt: Date
}

export interface JobKind {
  /**
   * Does the work, and ends the job in the transaction that writes its result. It may be called again for the same job
   * after a crash or a passing fault, at any point before that commit. `signal` aborts when the job is lost or the process
   * stops.
   */
  run(services: Services, job: Job, signal: AbortSignal): Promise<void>
  /** Writes what belongs to a failure into the transaction that ends the job. `reason` is for people. */
  fail(tx: Transaction, job: Job, now: Date, reason: string): Promise<void>
}

/** Thrown by a kind of job for what its owner should be told; any other error is told as an inner fault. */
export class JobFailure extends Error {
  override name = 'JobFailure'
}

/** For faults of the moment, after which the job is tried again. */
export const isPassing = (error: unknown) => isUnavailable(error) || error instanceof ConflictError

/** The job is no longer ours: cancelled, or taken over after its lease ran out. Nothing may be written for it. */
export class JobLost extends Error {
  override name = 'JobLost'
}

/** Locks the job for the rest of the transaction, or refuses to go on with one that is no longer ours. */
export async function holdJob(tx: Transaction, { id, attempt }: Job): Promise<void> {
  const held = await tx.row(sql`
    select 1 from jobs where id = ${id} and attempt = ${attempt} and due_at is not null for no key update`)
  if (!held) throw new JobLost(`Job ${id} is no longer ours`)
}

/** Whoever asked for a job signs what it does. */
export const signatureOf = ({ projectId, actor }: Job, at: Date): Signature => ({ projectId, actor, at })

/** True for the first of all attempts that comes this far; a job begins once, however often it is taken over. */
export async function beginJob(tx: Transaction, job: Job, now: Date): Promise<boolean> {
  await holdJob(tx, job)
  return (await tx.run(sql`update jobs set started_at = ${now} where id = ${job.id} and started_at is null`)) === 1
}

export async function endJob(tx: Transaction, job: Job, now: Date, state: 'completed' | 'failed'): Promise<void> {
  await holdJob(tx, job)
  await tx.run(sql`update jobs set state = ${state}, finished_at = ${now}, due_at = null where id = ${job.id}`)
}
