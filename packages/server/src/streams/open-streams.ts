import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { sql } from '../db/sql.ts'
import type { ProjectAccess } from '../http/access.ts'
import { EventStream, frame } from '../http/sse.ts'
import { Hub, type Surroundings } from './hub.ts'
import { ISSUES_CHANNEL, IssueNews } from './issue-news.ts'
import { PRESENCE_CHANNEL, Presence } from './presence.ts'
import { holdToRights } from './rights.ts'
import { leaveSeat, renewSeats, type StreamKind, takeSeat } from './seats.ts'
import { Subscription } from './subscription.ts'
import { TERMS_CHANNEL, TermNews } from './term-news.ts'

/** Rights count for each event (see hub.ts). A stream without any ends so soon after its right; with its session, at once. */
const RECHECK_MS = 2_000
const RENEW_MS = 8_000
/** Where it is said that sessions have ended, without a word of which. */
const ENDS_CHANNEL = 'parlance_ends'
/** Who is no longer there is told so soon after their time is over. */
const PRESENCE_MS = 500
const HISTORY_MS = 24 * 3_600_000
/** After a stop, readers come back spread over some seconds. */
const retryMs = () => 1_000 + Math.round(Math.random() * 5_000)

interface Opening {
  kind: StreamKind
  access: ProjectAccess
  events: readonly string[] | undefined
  lastEventId: string | undefined
  /** Written first, when the kind of stream has such an opening. */
  greeting: Buffer | undefined
  now: Date
}

interface Open {
  subscription: Subscription
  seat: number
  /** Where the project stood when the stream was opened. */
  current: number
}

/** The streams of this process: opened, kept alive, checked against the rights of their readers, and closed. */
export class OpenStreams {
  readonly #services: Surroundings
  readonly #hub: Hub
  readonly #presence: Presence
  readonly #issues = new IssueNews()
  readonly #terms = new TermNews()
  readonly #open = new Set<Open>()
  readonly #stop = new AbortController()
  #isRecheckDue = false
  #isRechecking = false

  constructor(services: Surroundings) {
    this.#services = services
    this.#hub = new Hub(services)
    this.#presence = new Presence(services.clock)
    services.feed.hear(PRESENCE_CHANNEL, (payload) => this.#presence.hear(payload))
    services.feed.hear(ISSUES_CHANNEL, (payload) => this.#issues.hear(payload))
    services.feed.hear(TERMS_CHANNEL, (payload) => this.#terms.hear(payload))
    services.feed.hear(ENDS_CHANNEL, () => void this.#recheckSoon())
    void this.#every(services.config.streamHeartbeatMs, () => this.#beat())
    void this.#every(RECHECK_MS, () => this.#recheck())
    void this.#every(RENEW_MS, () => this.#renew())
    void this.#every(PRESENCE_MS, async () => this.#presence.endOverdue())
  }

  get count(): number {
    return this.#open.size
  }

  /**
   * After the commit that ended sessions: their streams end at once, at every instance. What nobody hears, the next look
   * finds.
   */
  async recheckEverywhere(): Promise<void> {
    await this.#services.db.run(sql`select pg_notify(${ENDS_CHANNEL}, '')`).catch((error) => this.#warn(error))
  }

  /** Answers with a stream. Refusals come before anything is written; then it goes on by itself. */
  async open(reply: FastifyReply, opening: Opening): Promise<void> {
    const { db } = this.#services
    const { access, kind, now } = opening
    const seat = await takeSeat(db, kind, access.projectId, access.userId, now)
    try {
      const start = await this.#startOf(access.projectId, opening.lastEventId, now)
      const stream = new EventStream(reply)
      const { id, method, url: path, routeOptions, raw } = reply.request
      this.#services.tracing.answered(raw, { id, method, path, route: routeOptions.url ?? 'unknown', status: 200 })
      const subscription = new Subscription(stream, access, start.seq, opening.events)
      const open = { subscription, seat, current: start.current }
      if (opening.greeting !== undefined) stream.write(opening.greeting)
      if (start.isReset) stream.write(frame('reset', JSON.stringify({ projectId: access.projectId })))
      if (kind === 'project') {
        this.#presence.join(subscription)
        this.#issues.join(subscription)
        this.#terms.join(subscription)
      }
      this.#open.add(open)
      void this.#serve(open)
      // The process began to stop while this request was on its way.
      if (this.#stop.signal.aborted) stream.end(retryMs())
    } catch (error) {
      await leaveSeat(db, seat)
      throw error
    }
  }

  close(): void {
    this.#stop.abort()
    for (const { subscription } of this.#open) subscription.stream.end(retryMs())
  }

  async #serve(open: Open): Promise<void> {
    const { db, log } = this.#services
    try {
      await this.#hub.serve(open.current, open.subscription)
    } catch (error) {
      log.warn({ err: error }, 'a stream was cut; its reader resumes')
      open.subscription.stream.cut()
    } finally {
      this.#open.delete(open)
      this.#presence.leave(open.subscription)
      this.#issues.leave(open.subscription)
      this.#terms.leave(open.subscription)
      await leaveSeat(db, open.seat).catch(() => {})
    }
  }

  /** Where a reader begins. An id we cannot go on from, because it is too old or never was, begins anew. */
  async #startOf(projectId: number, lastEventId: string | undefined, now: Date) {
    const { db } = this.#services
    const last = lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined
    const found = await db.row<{ seq: number; next: Date | null }>(sql`
      select c.seq, (select at from changes where project_id = c.project_id and seq = ${last ?? -1}::bigint + 1) as next
      from project_counters c where c.project_id = ${projectId}`)
    const current = found?.seq ?? 0
    if (lastEventId === undefined || lastEventId === '') return { current, seq: current, isReset: false }
    const next = found?.next ?? null
    // Where the history is not kept for good, what came next may be gone.
    const isGone =
      last === undefined ||
      last > current ||
      (next === null ? last < current : now.getTime() - next.getTime() > HISTORY_MS)
    return isGone ? { current, seq: current, isReset: true } : { current, seq: last, isReset: false }
  }

  async #beat(): Promise<void> {
    const timestamp = this.#services.clock.now().toISOString()
    const beats = new Map<number, Buffer>()
    for (const { subscription } of this.#open) {
      const { projectId } = subscription.access
      const beat = beats.get(projectId) ?? frame('heartbeat', JSON.stringify({ projectId, timestamp }))
      beats.set(projectId, beat)
      subscription.stream.write(beat)
    }
  }

  /** A session or key that ended, or lost its right to look, ends its streams; new language restrictions apply. */
  async #recheck(): Promise<void> {
    const { db, clock } = this.#services
    const subscriptions = [...this.#open].map(({ subscription }) => subscription)
    if (subscriptions.length > 0) await holdToRights(db, subscriptions, clock.now())
  }

  /** One look at a time, however many sessions end; what ends during one is found by the next. */
  async #recheckSoon(): Promise<void> {
    this.#isRecheckDue = true
    if (this.#isRechecking) return
    this.#isRechecking = true
    while (this.#isRecheckDue && !this.#stop.signal.aborted) {
      this.#isRecheckDue = false
      await this.#recheck().catch((error) => this.#warn(error))
    }
    this.#isRechecking = false
  }

  async #renew(): Promise<void> {
    const { db, clock } = this.#services
    const seats = [...this.#open].map(({ seat }) => seat)
    if (seats.length > 0) await renewSeats(db, seats, clock.now())
  }

  async #every(ms: number, work: () => Promise<void>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await sleep(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {})
      if (this.#stop.signal.aborted) return
      await work().catch((error) => this.#warn(error))
    }
  }

  #warn(error: unknown): void {
    this.#services.log.warn({ err: error }, 'streams could not be looked after')
  }
}

/** The id to resume from: browsers send the header, others may use the query. */
export const lastEventIdOf = (headers: Record<string, unknown>, query: { lastEventId?: string }) =>
  typeof headers['last-event-id'] === 'string' ? headers['last-event-id'] : query.lastEventId
