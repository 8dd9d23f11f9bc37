import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { WorkLoop } from '../work-loop.ts'
import { adoptJobs, claimJobs, releaseJob, renewLeases } from './claim.ts'
import { endJob, isPassing, type Job, JobFailure, type JobKind, JobLost } from './job.ts'

/** Of each kind: where all kinds shared their slots, four projects in translation held up every deploy. */
const AT_ONCE = 4
/**
 * New jobs of this process wake it; those of others are found by this look. Woken by every change of every project, it
 * scanned the table 1,087 times in 1,000 writes, where the look does it 23 times.
 */
const POLL_MS = 500
const LEASE_MS = 10_000
const RENEW_MS = 3_000
/** A job that ended its process this often is not taken again. */
const MAX_ATTEMPTS = 5
/** Before a job that met a busy or absent database is tried again. */
const PAUSE_MS = 5_000
/**
 * A fault that lasted this long, over so many tries, does not pass. While the database is away for good nothing is given
 * up: to say so takes the database. Time alone would not do, since one job may meet two short outages hours apart.
 */
const GIVE_UP_MS = 10 * 60_000
const GIVE_UP_TRIES = 10
/** What is under way when the process stops has this long to end by itself. */
const PATIENCE_MS = 4_000

interface Running {
  job: Job
  stop: AbortController
  ended: Promise<void>
}

/**
 * Runs jobs: claim → run → end. Any number of processes may do this side by side; a claimed job is nobody else's until
 * its lease runs out, and the lease is renewed for as long as the job runs.
 *
 * Ends of one job here: by its kind (completed or failed) · failed by the runner, when its kind throws, when it was broken
 * off too often or the database stays busy · released, when the process stops · lost, when it was cancelled or taken over.
 */
export class JobRunner {
  readonly #services: Services
  readonly #kinds: Readonly<Record<string, JobKind>>
  readonly #pauseMs: number
  readonly #running = new Map<number, Running>()
  readonly #loop: WorkLoop
  #adopted: Promise<void> | undefined
  readonly #renewing: NodeJS.Timeout

  constructor(services: Services, kinds: Readonly<Record<string, JobKind>>, pauseMs = PAUSE_MS) {
    this.#services = services
    this.#kinds = kinds
    this.#pauseMs = pauseMs
    this.#loop = new WorkLoop((loop) => this.#claimAndBegin(loop))
    services.wakeUps.jobs.onCall(() => this.#loop.wake())
    this.#renewing = setInterval(() => void this.#renew(), RENEW_MS).unref()
  }

  async close(): Promise<void> {
    await this.#loop.close()
    const underWay = [...this.#running.values()]
    const late = setTimeout(() => {
      for (const { stop } of underWay) stop.abort()
    }, PATIENCE_MS)
    await Promise.all(underWay.map(({ ended }) => ended))
    clearTimeout(late)
    clearInterval(this.#renewing)
  }

  async #claimAndBegin(loop: WorkLoop): Promise<void> {
    this.#adopted ??= this.#adopt()
    await this.#adopted
    const claimed = await this.#claim().catch((error) => {
      this.#services.log.warn({ err: error }, 'jobs could not be claimed')
      return []
    })
    for (const job of claimed) this.#begin(job)
    if (claimed.length === 0) await loop.woken(POLL_MS)
  }

  /** The embedded database has no other process: what is still running there was broken off when the last one ended. */
  async #adopt(): Promise<void> {
    const { config, db, clock, log } = this.#services
    if (config.databaseUrl !== undefined) return
    await adoptJobs(db, clock.now()).catch((error) => log.warn({ err: error }, 'jobs wait for their leases to run out'))
  }

  #claim(): Promise<Job[]> {
    const slots = this.#freeSlots()
    if (slots.size === 0) return Promise.resolve([])
    const now = this.#services.clock.now()
    return claimJobs(this.#services.db, {
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      slots,
      running: [...this.#running.keys()],
    })
  }

  #freeSlots(): Map<string, number> {
    const running = Map.groupBy(this.#running.values(), ({ job }) => job.kind)
    const free = Object.keys(this.#kinds).map((kind) => [kind, AT_ONCE - (running.get(kind)?.length ?? 0)] as const)
    return new Map(free.filter(([, slots]) => slots > 0))
  }

  #begin(job: Job): void {
    const stop = new AbortController()
    const ended = this.#run(job, stop.signal).then(() => {
      this.#running.delete(job.id)
      this.#loop.wake()
    })
    this.#running.set(job.id, { job, stop, ended })
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    const { log, tracing } = this.#services
    try {
      if (job.attempt > MAX_ATTEMPTS) throw new JobFailure(`The work was broken off ${MAX_ATTEMPTS} times.`)
      const { kind, id } = job
      await tracing.job(kind, { 'parlance.job.id': id }, () => this.#work(job, signal))
      this.#services.counters.endedJobs.inc({ kind: job.kind, state: 'completed' })
    } catch (error) {
      await this.#settle(job, error).catch((cause) => {
        // Its lease runs out, and it is taken again.
        log.warn({ err: cause, jobId: job.id }, 'the end of a job could not be written down')
      })
    }
  }

  /** Faults of the moment are waited out, with the job in our hands: whoever took it meanwhile would meet them too. */
  async #work(job: Job, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#services
    let firstAt: Date | undefined
    for (let tries = 1; ; tries++) {
      try {
        return await this.#kinds[job.kind]?.run(this.#services, job, signal)
      } catch (error) {
        if (!isPassing(error)) throw error
        firstAt ??= clock.now()
        if (tries >= GIVE_UP_TRIES && clock.now().getTime() - firstAt.getTime() >= GIVE_UP_MS)
          throw new JobFailure('The database was busy or away for too long.', { cause: error })
        log.warn({ err: error, jobId: job.id, kind: job.kind, tries }, 'a job met the database busy and is tried again')
      }
      const ending = AbortSignal.any([signal, this.#loop.signal])
      await sleep(this.#pauseMs, undefined, { signal: ending }).catch(() => ending.throwIfAborted())
    }
  }

  async #settle(job: Job, error: unknown): Promise<void> {
    const { db, clock, log } = this.#services
    if (error instanceof JobLost) return
    if (this.#loop.signal.aborted && !(error instanceof JobFailure)) {
      await releaseJob(db, job, clock.now())
    } else {
      log.error({ err: error, jobId: job.id, kind: job.kind }, 'a job failed')
      await this.#fail(job, error instanceof JobFailure ? error.message : 'Something went wrong inside.')
    }
  }

  async #fail(job: Job, reason: string): Promise<void> {
    const { db, clock, counters } = this.#services
    const now = clock.now()
    try {
      await transaction(db, async (tx) => {
        await endJob(tx, job, now, 'failed')
        await this.#kinds[job.kind]?.fail(tx, job, now, reason)
      })
      counters.endedJobs.inc({ kind: job.kind, state: 'failed' })
    } catch (error) {
      if (!(error instanceof JobLost)) throw error
    }
  }

  async #renew(): Promise<void> {
    const { db, clock, log } = this.#services
    const running = [...this.#running.values()]
    if (running.length === 0) return
    try {
      const jobs = running.map(({ job }) => job)
      const ours = await renewLeases(db, jobs, new Date(clock.now().getTime() + LEASE_MS))
      for (const { job, stop } of running) if (!ours.has(job.id)) stop.abort(new JobLost())
    } catch (error) {
      log.warn({ err: error }, 'the leases of running jobs could not be renewed')
    }
  }
}
