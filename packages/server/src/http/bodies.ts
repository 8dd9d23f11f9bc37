import { MEBIBYTE } from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import { sourceOf } from './address.ts'
import { Arrival, type Arrived } from './arrival.ts'
import { fault } from './errors.ts'
import { type Claim, FairShares, type Holder } from './fair-shares.ts'

/** Of bodies up to a length: what they may take, in all, from one address and of one user. */
interface Lane {
  longest: number
  inAll: number
  perAddress: number
  perUser: number
}

/**
 * What bodies under way may take until they are answered: what is made of a body takes more than itself. The largest body
 * fits twice, so one user's cannot hold up another's. Those of ordinary requests, of values and of files have room apart,
 * so that none of them waits behind a longer one.
 */
const LANES: readonly Lane[] = [
  { longest: MEBIBYTE, inAll: 32 * MEBIBYTE, perAddress: 16 * MEBIBYTE, perUser: 8 * MEBIBYTE },
  { longest: 16 * MEBIBYTE, inAll: 64 * MEBIBYTE, perAddress: 48 * MEBIBYTE, perUser: 24 * MEBIBYTE },
  { longest: Number.POSITIVE_INFINITY, inAll: 112 * MEBIBYTE, perAddress: 64 * MEBIBYTE, perUser: 50 * MEBIBYTE },
]

/** Bodies that have begun and not ended. Beyond this, those that stand still go; beyond twice as many, nobody comes. */
const MOST_ARRIVING = 1_000
const MOST_FROM_ONE_ADDRESS = 250
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
  readonly #lanes: readonly (Lane & { shares: FairShares })[]
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
    this.#lanes = LANES.map((lane) => ({ ...lane, shares: new FairShares({ ...rules, inAll: lane.inAll }) }))
  }

  /** As the framework asks for a body, after everything that is settled without one. */
  readonly takeIn = (request: FastifyRequest, payload: NodeJS.ReadableStream, arrived: Arrived): void => {
    if (this.#arriving.size >= MOST_ARRIVING) this.#makeRoom()
    if (this.#arriving.size >= 2 * MOST_ARRIVING) arrived(fault('busyWithBodies'))
    else if (this.#isCrowdedBy(request)) arrived(fault('tooManyBodies'))
    else new Arrival(this, request, payload, arrived).begin()
  }

  enter(arrival: Arrival): void {
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
    const { shares, perAddress, perUser } = this.#laneFor(room)
    const address: Holder = { name: sourceOf(request), cap: perAddress }
    const holders = access ? [{ name: `user ${access.userId}`, cap: perUser }, address] : [address]
    return shares.claim(room, holders)
  }

  #laneFor(room: number) {
    const lane = this.#lanes.find(({ longest }) => room <= longest)
    if (!lane) throw new Error(`no lane takes a body of ${room} bytes`)
    return lane
  }

  /** Counted only when there is a crowd: to read an address takes as long as the rest of a short body. */
  #isCrowdedBy(request: FastifyRequest): boolean {
    if (this.#arriving.size < MOST_FROM_ONE_ADDRESS) return false
    const source = sourceOf(request)
    let fromHere = 0
    for (const arrival of this.#arriving) if (arrival.source === source) fromHere++
    return fromHere >= MOST_FROM_ONE_ADDRESS
  }

  #makeRoom(): void {
    const [first] = this.#arriving
    if (first && performance.now() - first.movedAt >= STANDING_MS) first.fail(fault('requestTimeout'))
  }

  #look(): void {
    const now = performance.now()
    const contended = new Set(this.#lanes.filter(({ shares }) => shares.isContended))
    for (const arrival of this.#arriving) {
      const isInTheWay = arrival.hasRoom && contended.has(this.#laneFor(arrival.room))
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
