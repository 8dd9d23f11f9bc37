import type { Arena } from './arena.ts'
import { IndexClosedError, QueueFullError } from './errors.ts'
import { FairQueue } from './fair-queue.ts'
import type { Ask } from './messages.ts'
import { Thread } from './thread.ts'

/** Something to be looked for on one or more threads. */
export interface Work {
  /** For whom. */
  owner: number
  /**
   * Called once, when a thread is free: what is asked is decided at the last moment. Each goes to a thread of its own, of
   * which it may take up to `threads`.
   */
  asks(threads: number): Ask[]
  /** Called once, however it ends, when no thread looks at anything for it any more. */
  done?(): void
}

interface Job extends Work {
  resolve(answers: unknown[]): void
  reject(reason: unknown): void
  /** Its calls that have not ended. */
  running: Map<Thread, number>
  isSettled: boolean
}

interface PoolOptions {
  threads: number
  /** Who waits for the answers of these threads waits for long: others go first where they need a processor. */
  isPatient: boolean
  /** The most that may wait, in all and of one owner. */
  queueLimit: number
  ownerQueueLimit: number
  /** How much of one owner may be under way. */
  ownerRuns: number
  idleMs: number
}

/**
 * Runs searches on a few threads. Owners take turns; of one owner, first come, first served. A search may be shared by
 * several threads, but never takes the last that is free: others must not have to wait for one that takes long. A thread
 * starts when none is free, and ends after a while without work.
 */
export class SearchPool {
  readonly #arena: Arena
  readonly #options: PoolOptions
  readonly #free: Thread[] = []
  readonly #all = new Set<Thread>()
  readonly #queue: FairQueue<Job>
  readonly #idle = new Map<Thread, NodeJS.Timeout>()
  #isClosed = false

  constructor(arena: Arena, options: PoolOptions) {
    this.#arena = arena
    this.#options = options
    const { queueLimit: all, ownerQueueLimit: ofOne, ownerRuns: running } = options
    this.#queue = new FairQueue({ all, ofOne, running })
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** How many threads are at work. */
  get running(): number {
    return this.#all.size - this.#free.length
  }

  /**
   * The answers, undefined where one was given up. `giveUp` takes the work out of the queue, or stops it soon, and rejects
   * at once with the reason; the signal does the same.
   */
  run<T>(work: Work, signal?: AbortSignal): { answers: Promise<(T | undefined)[]>; giveUp(reason: unknown): void } {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    const job: Job = { ...work, resolve, reject, running: new Map(), isSettled: false }
    if (this.#isClosed) settle(job, () => reject(new IndexClosedError('The indexes are closed')), job.done)
    else if (this.#queue.isFull(job.owner) && !(this.#startable > 0 && this.#queue.isFree(job.owner))) {
      settle(job, () => reject(new QueueFullError('Too many searches wait')), job.done)
    } else {
      this.#queue.push(job)
      this.#dispatch()
    }
    const giveUp = (reason: unknown) => this.#giveUp(job, reason)
    if (signal) heed(signal, giveUp, promise)
    return { answers: promise as Promise<(T | undefined)[]>, giveUp }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of this.#queue.clear()) settle(job, () => job.reject(new IndexClosedError('Closed')), job.done)
    await Promise.all([...this.#all].map((thread) => this.#end(thread)))
  }

  get #startable(): number {
    return this.#free.length + this.#options.threads - this.#all.size
  }

  #dispatch(): void {
    while (this.#startable > 0 && !this.#isClosed) {
      const job = this.#queue.next()
      if (!job) return
      void this.#run(job)
    }
  }

  #start(): Thread {
    const { isPatient } = this.#options
    const onEnd = () => this.#forget(thread)
    const thread: Thread = new Thread('search-thread.ts', this.#arena, { onEnd }, isPatient)
    this.#all.add(thread)
    return thread
  }

  async #run(job: Job): Promise<void> {
    const asks = job.asks(Math.max(1, this.#startable - 1))
    const answers = asks.map((ask) => this.#runOne(job, ask))
    try {
      const all = await Promise.all(answers)
      settle(job, () => job.resolve(all))
    } catch (error) {
      for (const [thread, call] of job.running) thread.giveUp(call)
      settle(job, () => job.reject(this.#isClosed ? new IndexClosedError('The indexes are closed') : error))
    }
    await Promise.allSettled(answers)
    this.#queue.ended(job)
    job.done?.()
    this.#dispatch()
  }

  async #runOne(job: Job, ask: Ask): Promise<unknown> {
    // The thread used last is the warmest.
    const thread = this.#free.pop() ?? this.#start()
    clearTimeout(this.#idle.get(thread))
    try {
      return await thread.call(ask, (call) => job.running.set(thread, call))
    } finally {
      job.running.delete(thread)
      if (this.#all.has(thread)) this.#rest(thread)
      this.#dispatch()
    }
  }

  #rest(thread: Thread): void {
    this.#free.push(thread)
    this.#idle.set(thread, setTimeout(() => void this.#end(thread), this.#options.idleMs).unref())
  }

  #giveUp(job: Job, reason: unknown): void {
    const waited = this.#queue.remove(job)
    for (const [thread, call] of job.running) thread.giveUp(call)
    settle(job, () => job.reject(reason), waited ? job.done : undefined)
  }

  async #end(thread: Thread): Promise<void> {
    this.#forget(thread)
    await thread.end()
  }

  #forget(thread: Thread): void {
    clearTimeout(this.#idle.get(thread))
    this.#idle.delete(thread)
    this.#all.delete(thread)
    const at = this.#free.indexOf(thread)
    if (at >= 0) this.#free.splice(at, 1)
  }
}

/** As long as there is something to give up. */
function heed(signal: AbortSignal, giveUp: (reason: unknown) => void, answers: Promise<unknown>): void {
  if (signal.aborted) giveUp(signal.reason)
  const stop = () => giveUp(signal.reason)
  const end = () => signal.removeEventListener('abort', stop)
  signal.addEventListener('abort', stop)
  answers.then(end, end)
}

function settle(job: Job, how: () => void, after?: () => void): void {
  if (job.isSettled) return
  job.isSettled = true
  how()
  after?.()
}
