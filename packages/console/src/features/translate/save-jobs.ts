import { ParlanceError } from '@parlance/sdk'
import { codeOf, mayPass, type Situation, situationOf } from '../../api/errors.ts'
import type { Version } from './conflict.ts'
import { showConflict } from './draft-conflicts.ts'
import type { KeptDrafts } from './drafts.ts'
import type { Rows, SaveNews, ValueRef } from './editor-context.ts'
import { refId } from './listeners.ts'
import {
  bodyOf,
  courseAfter,
  draftOf,
  rowValueOf,
  type SaveJob,
  type There,
  thereOf,
  type ValueAnswer,
  type ValueBody,
} from './save-job.ts'
import { SaveQueue, type Timers } from './save-queue.ts'
import type { SaveStates } from './save-states.ts'
import type { Status } from './search.ts'
import type { Shelf } from './shelf.ts'

export interface JobsOptions {
  userId: number
  rows: Rows
  drafts: KeptDrafts
  shelf: Shelf<SaveJob>
  put(ref: ValueRef, body: ValueBody): Promise<ValueAnswer>
  /** The name of whoever changed a value last. */
  whoChanged(ref: ValueRef): Promise<string | undefined>
  askToSignIn(): Promise<void>
  timers: Timers
}

/** A save that came through, as long as it can be undone. */
interface Written {
  job: SaveJob
  version: Version
  status: Status
}

/**
 * What is on its way to the service, one job per value: a newer text replaces one that waits. A job ends as saved, or as
 * a draft again, refused or in conflict; it is never dropped, and never written over something that nobody has seen.
 */
export class SaveJobs {
  readonly #options: JobsOptions
  readonly #states: SaveStates
  readonly #queue: SaveQueue
  readonly #jobs = new Map<string, SaveJob>()
  readonly #written = new Map<string, Written>()
  /** Statuses that were refused: there is no draft to try again with. */
  readonly #refusedStatus = new Map<string, Status>()
  readonly #unkept = new Set<string>()
  readonly #news = new Set<(news: SaveNews) => void>()

  constructor(options: JobsOptions, states: SaveStates) {
    this.#options = options
    this.#states = states
    this.#queue = new SaveQueue({ send: (id) => this.#send(id), timers: options.timers })
  }

  get size(): number {
    return this.#jobs.size
  }

  /** Those that this page alone knows, because the device has refused them. */
  get unkept(): number {
    return this.#unkept.size
  }

  get(ref: ValueRef): SaveJob | undefined {
    return this.#jobs.get(refId(ref))
  }

  refusedStatusOf(ref: ValueRef): Status | undefined {
    return this.#refusedStatus.get(refId(ref))
  }

  /** What was written last, to be taken back; once. */
  takeWritten(ref: ValueRef): Written | undefined {
    const written = this.#written.get(refId(ref))
    this.#written.delete(refId(ref))
    return written
  }

  onNews(listener: (news: SaveNews) => void): () => void {
    this.#news.add(listener)
    return () => this.#news.delete(listener)
  }

  tell(news: SaveNews): void {
    for (const listener of this.#news) listener(news)
  }

  hurry(ref?: ValueRef): void {
    if (ref) this.#states.set(ref, { kind: 'saving', isWaiting: false })
    this.#queue.hurry(ref && refId(ref))
  }

  stop(): void {
    this.#queue.stop()
  }

  /** Settled when the device has it. */
  add(job: SaveJob): Promise<void> {
    const id = refId(job)
    this.#refusedStatus.delete(id)
    const kept = this.keep(job)
    this.#states.set(job, { kind: 'saving', isWaiting: false })
    this.#queue.add(id)
    return kept
  }

  keep(job: SaveJob): Promise<void> {
    const id = refId(job)
    this.#jobs.set(id, job)
    const kept = this.#options.shelf.put(id, job)
    kept.then(
      () => this.#unkept.delete(id),
      () => this.#jobs.has(id) && this.#unkept.add(id),
    )
    return kept
  }

  async #send(id: string): Promise<'done' | 'later'> {
    const job = this.#jobs.get(id)
    if (!job) return 'done'
    const sent = { ...job, sent: [...new Set([...job.sent, job.text])] }
    this.#jobs.set(id, sent)
    try {
      this.#saved(sent, await this.#options.put(sent, bodyOf(sent)))
      return 'done'
    } catch (error) {
      return this.#refused(sent, error)
    }
  }

  #saved(sent: SaveJob, answer: ValueAnswer): void {
    const { value, updatedAt, status } = answer
    this.#options.rows.patchValue(sent, rowValueOf(answer))
    this.#noteWritten(sent, { value, updatedAt }, status)
    const newer = this.#newerThan(sent)
    if (newer) void this.keep({ ...newer, base: { value, updatedAt }, before: { value, status }, sent: [] })
    else this.#done(sent, { value, updatedAt })
  }

  #refused(sent: SaveJob, error: unknown): 'done' | 'later' {
    const reason = situationOf(error)
    if (codeOf(error) === 'VALUE_CHANGED' && error instanceof ParlanceError) {
      this.#changed(this.#newerThan(sent) ?? sent, thereOf(error.meta))
      return 'done'
    }
    if (reason === 'signedOut') this.#signIn()
    if (reason === 'signedOut' || reason === 'offline') {
      this.#states.set(sent, { kind: 'saving', isWaiting: true })
      return 'later'
    }
    if (mayPass(error)) {
      // Told once, however often it is tried in vain.
      if (this.#states.get(sent).kind === 'failed') return 'later'
      this.#states.set(sent, { kind: 'failed', reason })
      this.tell({ kind: 'failed', ref: sent, reason })
      return 'later'
    }
    // A newer one goes out next: it may fare better.
    if (!this.#newerThan(sent)) this.#failed(sent, reason)
    return 'done'
  }

  /** The service has something else than what this was written over, and has written nothing. */
  #changed(job: SaveJob, there: There): void {
    const { rows, userId, whoChanged } = this.#options
    const { value, updatedAt, status } = there
    void rows.load([job.keyId], true).catch(() => {})
    const course = courseAfter(job, there, userId)
    if (course === 'again') {
      void this.keep({ ...job, base: { value, updatedAt }, sent: [] })
      this.#queue.add(refId(job))
    } else if (course === 'saved') {
      this.#noteWritten(job, { value, updatedAt }, status)
      this.#done(job, { value, updatedAt })
    } else if (job.purpose === 'status') this.#failed(job, 'changed')
    else {
      showConflict(job, { ...there, name: undefined }, { states: this.#states, whoChanged })
      this.#backToDraft(job)
      this.tell({ kind: 'conflict', ref: job })
    }
  }

  #failed(job: SaveJob, reason: Situation): void {
    this.#states.set(job, { kind: 'failed', reason })
    if (job.purpose === 'status') {
      this.#end(job)
      this.#refusedStatus.set(refId(job), job.status ?? 'translated')
    } else this.#backToDraft(job)
    this.tell({ kind: 'failed', ref: job, reason })
  }

  #done(job: SaveJob, version: Version): void {
    this.#end(job)
    this.#options.drafts.rebase(job, version)
    this.#states.set(job, { kind: 'saved' })
    // An undo without a status is one of somebody who may not call a text reviewed.
    if (job.purpose === 'undo') this.tell({ kind: 'undone', ref: job, wasReviewed: job.status === undefined })
    else this.tell({ kind: 'saved', ref: job, wasReviewed: job.before.status === 'translated' })
  }

  /** What was typed since is newer still, and stays. */
  #backToDraft(job: SaveJob): void {
    const { drafts } = this.#options
    const typedSince = drafts.get(job)
    this.#end(job, drafts.restore(typedSince ? { ...typedSince, base: job.base } : draftOf(job)))
  }

  /** The device forgets it when `after` is settled well: until then it has nothing else. */
  #end(job: SaveJob, after: Promise<void> = Promise.resolve()): void {
    const id = refId(job)
    this.#jobs.delete(id)
    this.#unkept.delete(id)
    after.then(() => (this.#jobs.has(id) ? undefined : this.#options.shelf.remove(id))).catch(() => {})
  }

  #noteWritten(job: SaveJob, version: Version, status: Status): void {
    if (job.purpose === 'undo') this.#written.delete(refId(job))
    else this.#written.set(refId(job), { job, version, status })
  }

  #newerThan(sent: SaveJob): SaveJob | undefined {
    const newest = this.#jobs.get(refId(sent))
    return newest === sent ? undefined : newest
  }

  /** Everything waits until somebody has signed in again. */
  #signIn(): void {
    this.#queue.pause()
    const goOn = () => this.#queue.resume()
    this.#options.askToSignIn().then(goOn, goOn)
  }
}
