import type { Arena } from './arena.ts'
import { nothingFound } from './best-matches.ts'
import { IndexClosedError, QueueFullError } from './errors.ts'
import type { Ask } from './messages.ts'
import { byRank, type Match, type Ranked } from './segment.ts'
import { Thread } from './thread.ts'

type SearchAsk = Omit<Extract<Ask, { to: 'search' }>, 'share'>

interface Job {
  /** Called once, when a thread is free: what is searched is decided at the last moment. */
  ask(): SearchAsk
  /** Called once, however the search ends, when no thread looks at anything for it any more. */
  done(): void
  resolve(matches: Match[]): void
  reject(reason: unknown): void
  running: { thread: Thread; call: number }[]
  isSettled: boolean
}

interface Options {
  threads: number
  /** The most threads that share one search. */
  shares: number
  /** Searches of fewer segments are not shared. */
  sharedFrom: number
  queueLimit: number
  idleMs: number
}

/**
 * Runs searches on a few threads, first come, first served. A search of many segments is shared by several of them, but
 * never by the last that is free: others must not have to wait for one that takes long. A thread starts when none is free,
 * and ends after a while without work.
 */
export class SearchPool {
  readonly #arena: Arena
  readonly #options: Options
  readonly #free: Thread[] = []
  readonly #all = new Set<Thread>()
  readonly #queue: Job[] = []
  readonly #idle = new Map<Thread, NodeJS.Timeout>()
  #isClosed = false

  constructor(arena: Arena, options: Options) {
    this.#arena = arena
    this.#options = options
  }

  /** `giveUp` takes the search out of the queue, or stops it soon, and rejects at once with the reason. */
  search({ ask, done }: Pick<Job, 'ask' | 'done'>): { found: Promise<Match[]>; giveUp(reason: unknown): void } {
    const { promise: found, resolve, reject } = Promise.withResolvers<Match[]>()
    const job: Job = { ask, done, resolve, reject, running: [], isSettled: false }
    if (this.#isClosed) settle(job, () => reject(new IndexClosedError('The indexes are closed')), done)
    else if (this.#queue.length >= this.#options.queueLimit && !this.#canStart) {
      settle(job, () => reject(new QueueFullError('Too many searches wait')), done)
    } else {
      this.#queue.push(job)
      this.#dispatch()
    }
    return { found, giveUp: (reason) => this.#giveUp(job, reason) }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of this.#queue.splice(0)) settle(job, () => job.reject(new IndexClosedError('Closed')), job.done)
    await Promise.all([...this.#all].map((thread) => this.#end(thread)))
  }

  get #canStart(): boolean {
    return this.#startable > 0
  }

  get #startable(): number {
    return this.#free.length + this.#options.threads - this.#all.size
  }

  #dispatch(): void {
    while (this.#queue.length > 0 && this.#canStart && !this.#isClosed) {
      void this.#run(this.#queue.shift() as Job)
    }
  }

  #start(): Thread {
    const thread: Thread = new Thread('search-thread.ts', this.#arena, { onEnd: () => this.#forget(thread) })
    this.#all.add(thread)
    return thread
  }

  async #run(job: Job): Promise<void> {
    const ask = job.ask()
    const found = nothingFound()
    const of = this.#sharesFor(ask)
    const shares = Array.from({ length: of }, (_, number) =>
      this.#runShare(job, { ...ask, share: { number, of, found } }),
    )
    try {
      const matches = (await Promise.all(shares)).flat().toSorted(byRank)
      const best = matches.slice(0, ask.options.maxResults).map(({ id, similarity }) => ({ id, similarity }))
      settle(job, () => job.resolve(best))
    } catch (error) {
      for (const { thread, call } of job.running) thread.giveUp(call)
      settle(job, () => job.reject(this.#isClosed ? new IndexClosedError('The indexes are closed') : error))
    }
    await Promise.allSettled(shares)
    job.done()
  }

  #sharesFor({ state }: SearchAsk): number {
    if (state.size < this.#options.sharedFrom) return 1
    return Math.max(1, Math.min(this.#options.shares, this.#startable - 1))
  }

  /** Nothing is found when the search was given up. */
  async #runShare(job: Job, ask: Ask): Promise<Ranked[]> {
    // The thread used last is the warmest.
    const thread = this.#free.pop() ?? this.#start()
    clearTimeout(this.#idle.get(thread))
    try {
      return (await thread.call<Ranked[] | undefined>(ask, (call) => job.running.push({ thread, call }))) ?? []
    } finally {
      if (this.#all.has(thread)) this.#rest(thread)
      this.#dispatch()
    }
  }

  #rest(thread: Thread): void {
    this.#free.push(thread)
    this.#idle.set(thread, setTimeout(() => void this.#end(thread), this.#options.idleMs).unref())
  }

  #giveUp(job: Job, reason: unknown): void {
    const at = this.#queue.indexOf(job)
    if (at >= 0) this.#queue.splice(at, 1)
    for (const { thread, call } of job.running) thread.giveUp(call)
    settle(job, () => job.reject(reason), at >= 0 ? job.done : undefined)
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

function settle(job: Job, how: () => void, after?: () => void): void {
  if (job.isSettled) return
  job.isSettled = true
  how()
  after?.()
}
