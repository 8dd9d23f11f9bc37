import type { ChangeEvent } from '@parlance/contract'
import { Listener } from '../db/listen.ts'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { Actor } from './author.ts'

const CHANNEL = 'parlance_changes'
const COALESCE_MS = 10
const POLL_MS = 1_000
/** About so much text is read at once, in so many changes, so that long values hold neither the loop nor the memory. */
const PAGE_BYTES = 1_048_576
const FIRST_PAGE = 50
const SHORTEST_PAGE = 10
const LONGEST_PAGE = 500

export interface CommittedChange {
  seq: number
  at: Date
  actor: Actor
  event: ChangeEvent
  keyId: number | null
  key: string | null
  namespace: string | null
  translationId: number | null
  locale: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

interface Log {
  warn(details: object, message: string): void
}

/**
 * Tells readers of committed changes, those of other instances included. The table is the truth; a notification is only
 * a wake-up, at most one per 10 ms, and a poll each second finds what a lost one would have told. NOTIFY is sent after
 * the commit, on a connection of its own: inside the transaction it holds a lock of the whole server over the flush to
 * disk, which cut 16 writers to 0.16 of their rate.
 */
export class Feed {
  readonly #db: Database
  readonly #listener: Listener
  readonly #log: Log
  readonly #readers = new Map<number, Set<() => void>>()
  readonly #watchers = new Set<() => void>()
  readonly #dirty = new Set<number>()
  #flush: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #closed = false
  /** The last number seen by the poll, for the projects that have readers. */
  #known = new Map<number, number>()

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
    this.#listener = new Listener(db.connection, log)
    this.#listener.hear(CHANNEL, (payload) => this.#heard(payload))
  }

  /**
   * What instances tell each other that is no change and is kept nowhere; null when some of it may have been missed. It
   * comes on the same connection, so it is asked for before the feed is opened.
   */
  hear(channel: string, hear: (payload: string | null) => void): void {
    this.#listener.hear(channel, hear)
  }

  async open(): Promise<void> {
    this.#db.announce = (projectIds) => this.#announce(projectIds)
    await this.#listener.open()
    this.#schedulePoll()
  }

  /** Calls back soon after any change of any project; not each time, and now and then without a change. */
  watch(watcher: () => void): void {
    this.#watchers.add(watcher)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#db.announce = () => {}
    clearTimeout(this.#flush)
    clearTimeout(this.#poll)
    await this.#listener.close()
  }

  /**
   * All changes of a project after `seq`, in the order of their commits, each once, until `signal` aborts. A reader
   * that takes its time delays nobody: nothing is buffered for it, it reads on where it stopped.
   */
  async *follow(projectId: number, seq: number, signal: AbortSignal): AsyncGenerator<CommittedChange[]> {
    const bell = new Bell()
    const readers = this.#readers.get(projectId) ?? new Set()
    const ring = () => bell.ring()
    readers.add(ring)
    this.#readers.set(projectId, readers)
    signal.addEventListener('abort', ring)
    try {
      const pages = new ChangePages(this.#db, projectId, seq)
      while (!signal.aborted) {
        bell.rearm()
        const changes = await this.#read(projectId, pages)
        if (changes.length > 0) yield changes
        if (pages.wasLast && !signal.aborted) await bell.rung
      }
    } finally {
      signal.removeEventListener('abort', ring)
      readers.delete(ring)
      if (readers.size === 0) this.#readers.delete(projectId)
    }
  }

  /** A fault of the database is waited out: the reader goes on from where it was. */
  async #read(projectId: number, pages: ChangePages): Promise<CommittedChange[]> {
    try {
      return await pages.next()
    } catch (error) {
      this.#log.warn({ err: error }, 'changes could not be read; the next poll tries again')
      this.#known.delete(projectId)
      return []
    }
  }

  #announce(projectIds: Iterable<number>): void {
    for (const id of projectIds) {
      this.#dirty.add(id)
      this.#wake(id)
    }
    this.#scheduleNotify()
  }

  #scheduleNotify(): void {
    if (this.#closed || this.#dirty.size === 0) return
    this.#flush ??= setTimeout(() => void this.#notify(), COALESCE_MS)
  }

  async #notify(): Promise<void> {
    const ids = [...this.#dirty]
    this.#dirty.clear()
    // A payload holds less than 8,000 bytes.
    for (let at = 0; at < ids.length; at += 400) {
      await this.#listener.send(CHANNEL, ids.slice(at, at + 400).join(',')).catch((error) => {
        this.#log.warn({ err: error }, 'a wake-up could not be sent; readers find the change by polling')
      })
    }
    // Only now: the connection takes one statement at a time, and what changed meanwhile goes with the next.
    this.#flush = undefined
    this.#scheduleNotify()
  }

  #heard(payload: string | null): void {
    if (payload === null) for (const id of this.#readers.keys()) this.#wake(id)
    else for (const id of payload.split(',')) this.#wake(Number(id))
  }

  #wake(projectId: number): void {
    for (const watcher of this.#watchers) watcher()
    for (const ring of this.#readers.get(projectId) ?? []) ring()
  }

  #schedulePoll(): void {
    if (this.#closed) return
    this.#poll = setTimeout(async () => {
      await this.#lookForChanges().catch((error) => this.#log.warn({ err: error }, 'polling for changes failed'))
      this.#schedulePoll()
    }, POLL_MS)
    this.#poll.unref()
  }

  async #lookForChanges(): Promise<void> {
    if (this.#readers.size === 0) return void this.#known.clear()
    const counters = await this.#db.rows<{ project_id: number; seq: number }>(sql`
      select project_id, seq from project_counters where project_id = any(${[...this.#readers.keys()]}::bigint[])`)
    const before = this.#known
    this.#known = new Map(counters.map(({ project_id, seq }) => [project_id, seq]))
    for (const [id, seq] of this.#known) if (before.get(id) !== seq) this.#wake(id)
  }
}

/** Rings once until rearmed. Rearming comes before reading, so that a change between the two is not slept through. */
class Bell {
  rung: Promise<void> = Promise.resolve()
  ring: () => void = () => {}

  rearm(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.rung = promise
    this.ring = resolve
  }
}

/** The changes of a project after a number, page by page; whoever takes their time holds no more than one. */
export class ChangePages {
  /** True when the last page was not full, or could not be read. */
  wasLast = false
  readonly #db: Database
  readonly #projectId: number
  #after: number
  #limit = FIRST_PAGE

  constructor(db: Database, projectId: number, after: number) {
    this.#db = db
    this.#projectId = projectId
    this.#after = after
  }

  async next(): Promise<CommittedChange[]> {
    this.wasLast = true
    const changes = await this.#db.rows<CommittedChange>(sql`
      select seq, at, json_build_object('type', actor_type, 'id', actor_id) as actor, event, key_id as "keyId",
             key_name as key, namespace, translation_id as "translationId", locale, before, after
      from changes
      where project_id = ${this.#projectId} and seq > ${this.#after}
      order by seq
      limit ${this.#limit}`)
    this.wasLast = changes.length < this.#limit
    const last = changes.at(-1)
    if (last) {
      this.#after = last.seq
      this.#limit = limitAfter(changes)
    }
    return changes
  }
}

/** How many changes to read next, going by the length of these. */
function limitAfter(changes: readonly CommittedChange[]): number {
  const bytes = changes.reduce((sum, { before, after }) => sum + lengthOf(before) + lengthOf(after), 0)
  const fitting = Math.floor((PAGE_BYTES * changes.length) / Math.max(bytes, 1))
  return Math.min(LONGEST_PAGE, Math.max(SHORTEST_PAGE, fitting))
}

const lengthOf = (side: Record<string, unknown> | null) =>
  Object.values(side ?? {}).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
