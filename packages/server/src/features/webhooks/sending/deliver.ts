import { setTimeout as sleep } from 'node:timers/promises'
import { type Network, parseNetworks } from '../../../networks.ts'
import { retryDelayMs } from '../../../retry-schedule.ts'
import type { Services } from '../../../services.ts'
import type { Ended } from '../../../tracing/tracing.ts'
import { WorkLoop } from '../../../work-loop.ts'
import { type Claimed, claimDeliveries, releaseDeliveries } from './claim.ts'
import { type Outcome, type Permit, send } from './send.ts'
import { type Settled, settleDeliveries } from './settle.ts'
import { signatureHeaders } from './signature.ts'
import { type Admission, type Admitted, StartingGate } from './starting-gate.ts'

/** Attempts under way at once. */
const AT_ONCE = 1_000
/**
 * Attempts under way to one webhook: fewer when there are many in all, so that hundreds of webhooks whose receivers hang
 * leave room for the one whose receiver does not.
 */
const SHARES = [
  { below: 300, perWebhook: 20 },
  { below: 700, perWebhook: 8 },
  { below: AT_ONCE, perWebhook: 1 },
]
const POLL_MS = 500
/**
 * A claim that found few is not followed by another at once: at 200 writes a second each delivery cost three claims, a
 * transaction at the gate and one to settle, and took the cores from the writers. But when as many have ended, what they
 * left is taken: a webhook that may have twenty under way, of which nine had ended, waited for nothing.
 */
const FEW = 10
const GATHER_MS = 20
/**
 * While requests come in, so many are begun in that time: two writers of a project with a hundred webhooks made everybody
 * else wait thirty times as long.
 */
const WHILE_ASKED = 10
/** Ends of attempts are gathered this long and written down together. */
const SETTLE_MS = 20
/** While the database is away, the next try to write them down comes after twice as long each time, up to this. */
const LONGEST_SETTLE_MS = 2_000
/**
 * On top of the time an attempt may take, for the way to the gate and for settling. An attempt that gets to the gate too
 * late is not made, so two attempts of one delivery never overlap; what a dead process had claimed waits this long.
 */
const LEASE_MARGIN_MS = 5_000
/** Attempts under way when the process stops have this long to end by themselves. */
const PATIENCE_MS = 4_000

/**
 * Makes the deliveries: claim → resolve the name → pass the gate → send → settle. Any number of processes may do this
 * side by side; a claimed delivery is nobody else's until its lease runs out.
 *
 * States of one delivery here: claimed → under way → ended, waiting to be settled → settled; or, when the process stops
 * before the receiver has answered, cut off → released.
 */
export class Deliverer {
  readonly #services: Services
  readonly #networks: Network[]
  readonly #gate: StartingGate
  readonly #busy = new Map<number, number>()
  /** The webhook that had the last turn, 0 when all had theirs. */
  #lastTurn = 0
  /** Attempts that have ended since the last claim, and when they are worth another one. */
  #places = { left: 0, areMany: Promise.withResolvers<void>() }
  readonly #ended: Settled[] = []
  readonly #cutOff: Claimed[] = []
  readonly #claiming: WorkLoop
  readonly #settling: Promise<void>
  /** When nothing is claimed any more: from here on nothing goes on, then nothing is left to be written down. */
  readonly #cut = new AbortController()
  readonly #drained = new AbortController()
  readonly #underWay = new Set<Promise<void>>()

  constructor(services: Services) {
    this.#services = services
    this.#networks = parseNetworks(services.config.webhookAllowNetworks)
    this.#gate = new StartingGate(services)
    this.#claiming = new WorkLoop((loop) => this.#claimAndBegin(loop))
    services.feed.watch(() => this.#claiming.wake())
    services.wakeUps.deliveries.onCall(() => this.#claiming.wake())
    this.#settling = this.#settleLoop()
  }

  /** Attempts under way are waited for, for a while; then everything is written down. */
  async close(): Promise<void> {
    await this.#claiming.close()
    const late = setTimeout(() => this.#cut.abort(), PATIENCE_MS)
    await Promise.all(this.#underWay)
    clearTimeout(late)
    this.#drained.abort()
    await this.#settling
    await this.#settle()
    await this.#release()
  }

  async #claimAndBegin(loop: WorkLoop): Promise<void> {
    this.#places = { left: 0, areMany: Promise.withResolvers() }
    const claimed = await this.#claim().catch((error) => {
      this.#services.log.warn({ err: error }, 'deliveries could not be claimed')
      return []
    })
    for (const delivery of claimed) this.#begin(delivery)
    if (!this.#services.traffic.isQuiet) await loop.pause(GATHER_MS)
    else if (claimed.length < FEW) await Promise.race([loop.pause(GATHER_MS), this.#places.areMany.promise])
    // Something was found: there may be more, as soon as there is room for it.
    if (claimed.length === 0 || this.#underWay.size >= AT_ONCE) await loop.woken(POLL_MS)
  }

  async #claim(): Promise<Claimed[]> {
    const { db, clock, config, traffic } = this.#services
    const share = SHARES.find(({ below }) => this.#underWay.size < below)
    if (!share) return []
    const room = share.below - this.#underWay.size
    const limit = traffic.isQuiet ? room : Math.min(room, WHILE_ASKED)
    const now = clock.now()
    const leaseUntil = new Date(now.getTime() + config.webhookTimeoutMs + LEASE_MARGIN_MS)
    const after = this.#lastTurn
    const { perWebhook } = share
    const claimed = await claimDeliveries(db, { now, leaseUntil, limit, perWebhook, busy: this.#busy, after })
    this.#lastTurn = claimed.length < limit ? 0 : Math.max(...claimed.map(({ webhookId }) => webhookId))
    // None after the last one; those before it may have some.
    return claimed.length === 0 && after > 0 ? this.#claim() : claimed
  }

  #begin(claimed: Claimed): void {
    const { webhookId } = claimed
    this.#busy.set(webhookId, (this.#busy.get(webhookId) ?? 0) + 1)
    const attempt = this.#attempt(claimed).then((settled) => {
      if (settled) this.#ended.push(settled)
      const left = (this.#busy.get(webhookId) ?? 1) - 1
      if (left === 0) this.#busy.delete(webhookId)
      else this.#busy.set(webhookId, left)
      this.#underWay.delete(attempt)
      if (++this.#places.left === FEW) this.#places.areMany.resolve()
      this.#claiming.wake()
    })
    this.#underWay.add(attempt)
  }

  /** How it ended; undefined when it did not: the delivery was no longer ours to attempt, or the process stops. */
  async #attempt(claimed: Claimed): Promise<Settled | undefined> {
    if (claimed.hindrance !== null) return unwanted(claimed, claimed.hindrance)
    const { config, clock, tracing } = this.#services
    const { webhookTimeoutMs: timeoutMs, webhookRetryDelays: delays } = config
    let admission: Admission | undefined
    const permit = async () => {
      admission = await this.#gate.admit(claimed)
      return admission.kind === 'admitted' ? this.#permit(claimed, admission) : undefined
    }
    const { url, body } = claimed
    const { signal } = this.#cut
    const about = { 'parlance.webhook.id': claimed.webhookId, 'parlance.delivery.id': claimed.uuid }
    const attempt = () => send({ url, body, headers: {} }, { timeoutMs, networks: this.#networks, signal, permit })
    const outcome = await tracing.call({ method: 'POST', url, about }, attempt, endOf)
    if (outcome.kind === 'cut off') {
      this.#cutOff.push(claimed)
      return undefined
    }
    if (outcome.kind !== 'withdrawn') {
      const settled = assess(claimed, outcome, clock.now(), delays)
      return admission?.kind === 'admitted' ? { ...settled, sentAt: admission.at } : settled
    }
    if (admission?.kind === 'unwanted') return unwanted(claimed, admission.hindrance)
    if (admission?.kind === 'lost') return undefined
    const errorMessage = 'The delivery could not be prepared.'
    return { ...failed(claimed, clock.now(), delays), durationMs: 0, errorMessage, counts: false }
  }

  /** Signed now, with the secret of now. */
  #permit({ event, uuid, body, webhookId }: Claimed, { secret, signature, begun }: Admitted): Permit | undefined {
    const { secrets, clock, log } = this.#services
    const signed = { id: uuid, unixSeconds: Math.floor(clock.now().getTime() / 1000), rawBody: body }
    try {
      const headers = signatureHeaders(signature, secrets.open(secret), signed)
      return { headers: { ...headers, 'X-TMS-Event': event, 'X-TMS-Delivery-Id': uuid }, begun }
    } catch (error) {
      // Such as a secret sealed under another key: no fault of the receiver, and no reason to stop serving the others.
      log.error({ err: error, webhookId }, 'a delivery could not be prepared')
      begun()
      return undefined
    }
  }

  async #settleLoop(): Promise<void> {
    const { signal } = this.#drained
    let pauseMs = SETTLE_MS
    while (!signal.aborted) {
      await pause(pauseMs, signal)
      pauseMs = (await this.#settle()) ? SETTLE_MS : Math.min(pauseMs * 2, LONGEST_SETTLE_MS)
    }
  }

  /** False when it has to be tried again. */
  async #settle(): Promise<boolean> {
    const { clock, log, counters } = this.#services
    const settled = this.#ended.splice(0)
    if (settled.length === 0) return true
    try {
      await settleDeliveries(this.#services, settled, clock.now())
      for (const { status } of settled) counters.webhookAttempts.inc({ result: status })
      return true
    } catch (error) {
      log.warn({ err: error }, 'ended deliveries could not be written down yet')
      this.#ended.unshift(...settled)
      return false
    }
  }

  async #release(): Promise<void> {
    const { db, clock, log } = this.#services
    if (this.#cutOff.length === 0) return
    await releaseDeliveries(db, this.#cutOff, clock.now()).catch((error) => {
      log.warn({ err: error }, 'attempts that were cut off are made again when their leases run out')
    })
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})

const ended = (claimed: Claimed, status: Settled['status']): Settled => ({
  claimed,
  attempt: claimed.attempt,
  sentAt: claimed.sentAt,
  status,
  httpStatus: null,
  responseBody: null,
  errorMessage: null,
  durationMs: null,
  dueAt: null,
  counts: !claimed.isNotice,
})

/** No attempt is made, and the record stays that of the last one. */
const unwanted = (claimed: Claimed, hindrance: string): Settled => ({
  ...ended(claimed, 'failed'),
  attempt: claimed.lastAttempt,
  sentAt: claimed.lastSentAt,
  errorMessage: hindrance,
  counts: false,
})

const endOf = (outcome: Outcome): Ended =>
  outcome.kind === 'answered' ? { status: outcome.httpStatus } : { fault: outcome.kind }

/** What an outcome means for the delivery: done, to be tried again, or failed for good. */
function assess(
  claimed: Claimed,
  outcome: Exclude<Outcome, { kind: 'withdrawn' | 'cut off' }>,
  now: Date,
  delays: readonly number[],
): Settled {
  const { durationMs } = outcome
  if (outcome.kind === 'answered') {
    const { httpStatus, responseBody } = outcome
    const isSuccess = httpStatus >= 200 && httpStatus < 300
    const assessed = isSuccess ? ended(claimed, 'success') : failed(claimed, now, delays)
    const errorMessage = isSuccess ? null : `The receiver answered ${httpStatus}.`
    return { ...assessed, httpStatus, responseBody, durationMs, errorMessage }
  }
  const assessed = outcome.kind === 'blocked' ? ended(claimed, 'failed') : failed(claimed, now, delays)
  return { ...assessed, durationMs, errorMessage: outcome.message }
}

function failed(claimed: Claimed, now: Date, delays: readonly number[]): Settled {
  const delay = claimed.isSingle ? undefined : retryDelayMs(claimed.attempt, delays)
  if (delay === undefined) return ended(claimed, 'failed')
  return { ...ended(claimed, 'retrying'), dueAt: new Date(now.getTime() + delay) }
}
