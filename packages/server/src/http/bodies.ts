import { MEBIBYTE } from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import { sourceOf } from './address.ts'
import { Arrival, type Arrived } from './arrival.ts'
import { fault } from './errors.ts'
import { type Claim, FairShares, type Holder } from './fair-shares.ts'

/**
 * What bodies under way may take, in all, from one address and of one user, until they are answered: what is made of a
 * body takes more than itself. The largest body fits twice, so one user's cannot hold up another's. Short ones have room
 * of their own.
 */
const LARGE = { inAll: 112 * MEBIBYTE, perAddress: 64 * MEBIBYTE, perUser: 50 * MEBIBYTE }
const MEDIUM = { inAll: 32 * MEBIBYTE, perAddress: 16 * MEBIBYTE, perUser: 8 * MEBIBYTE }
const LARGEST_MEDIUM = MEBIBYTE

/** Bodies that have begun and not ended. Beyond this, those that stand still go. */
const MOST_ARRIVING = 1_000
const STANDING_MS = 1_000

/** Bytes per second that a body must come with, on the average, and while others wait for the room it takes. */
const LEAST_PACE = 16_384
const LEAST_PACE_WITH_WAITERS = 262_144
/** How much less patience there is while others wait. */
const SHORTER = 6

/**
 * The bodies that this process is taking in. One that does not move, or too slowly, is refused, and so is one for which
 * there is no room in time. Whoever waits for room is not read from meanwhile, so what they send waits on their side.
 */
export class Bodies {
  readonly #patienceMs: number
  readonly #large: FairShares
  readonly #medium: FairShares
  /** Whoever moved last stands last. */
  readonly #arriving = new Set<Arrival>()
  #looking: NodeJS.Timeout | undefined

  constructor({ bodyTimeoutMs }: { bodyTimeoutMs: number }) {
    this.#patienceMs = bodyTimeoutMs
    const rules = {
      waitMs: bodyTimeoutMs,
      waiting: { inAll: 256, ofOne: 32 },
      refusals: { own: 'tooManyBodies', others: 'busyWithBodies' },
    } as const
    this.#large = new FairShares({ ...rules, inAll: LARGE.inAll })
    this.#medium = new FairShares({ ...rules, inAll: MEDIUM.inAll })
  }

  /** As the framework asks for a body, after everything that is settled without one. */
  readonly takeIn = (request: FastifyRequest, payload: NodeJS.ReadableStream, arrived: Arrived): void =>
    new Arrival(this, request, payload, arrived).begin()

  enter(arrival: Arrival): void {
    if (this.#arriving.size >= MOST_ARRIVING) this.#makeRoom()
    this.move(arrival)
    this.#looking ??= setInterval(() => this.#look(), Math.min(1_000, this.#patienceMs / (2 * SHORTER))).unref()
  }

  move(arrival: Arrival): void {
    arrival.movedAt = performance.now()
    this.#arriving.delete(arrival)
    this.#arriving.add(arrival)
  }

  leave(arrival: Arrival): void {
    this.#arriving.delete(arrival)
  }

  claimRoom(request: FastifyRequest, { room }: Arrival): Claim {
    const { access } = request
    const caps = room > LARGEST_MEDIUM ? LARGE : MEDIUM
    const address: Holder = { name: sourceOf(request), cap: caps.perAddress }
    const holders = access ? [{ name: `user ${access.userId}`, cap: caps.perUser }, address] : [address]
    return this.#sharesFor(room).claim(room, holders)
  }

  #sharesFor(room: number): FairShares {
    return room > LARGEST_MEDIUM ? this.#large : this.#medium
  }

  #makeRoom(): void {
    const [first] = this.#arriving
    if (first && performance.now() - first.movedAt >= STANDING_MS) first.fail(fault('requestTimeout'))
  }

  #look(): void {
    const now = performance.now()
    const isContended = new Map([this.#large, this.#medium].map((shares) => [shares, shares.isContended]))
    for (const arrival of this.#arriving) {
      const isInTheWay = arrival.hasRoom && isContended.get(this.#sharesFor(arrival.room)) === true
      const patience = isInTheWay ? this.#patienceMs / SHORTER : this.#patienceMs
      const leastPace = isInTheWay ? LEAST_PACE_WITH_WAITERS : LEAST_PACE
      if (now - arrival.movedAt >= patience || arrival.paceAfter(patience, now) < leastPace)
        arrival.fail(fault(isInTheWay ? 'busyWithBodies' : 'requestTimeout'))
    }
    if (this.#arriving.size > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }
}
