import { errorCodes, type FastifyRequest } from 'fastify'
import { sourceOf } from './address.ts'
import { BodyRoom } from './body-room.ts'
import { fault } from './errors.ts'
import type { Claim } from './fair-shares.ts'

export type Chunks = readonly Buffer[]
export type Arrived = (error: Error | null, chunks?: Chunks) => void

/** Where bodies arrive: whoever arrives says so, each time it moves, and when it is over. */
interface Intake {
  enter(arrival: Arrival): void
  move(arrival: Arrival): void
  leave(arrival: Arrival): void
  claimRoom(request: FastifyRequest, arrival: Arrival): Claim
}

/** Whatever is this short is taken in without asking for room. A connection takes about as much by itself. */
const FREE_BYTES = 65_536
const SMALL_CHUNK = 4_096
/** Of the first ones none is put together: most bodies have no more. */
const KEPT_APART = 16

/**
 * A body on its way in: arriving → waiting for room, when it is longer than what is free → arriving → taken in or failed.
 * The framework would put it together first, which takes a millisecond for each megabyte, most of it for memory that was
 * not used before.
 */
export class Arrival {
  readonly #intake: Intake
  readonly #request: FastifyRequest
  readonly #payload: NodeJS.ReadableStream
  readonly #arrived: Arrived
  readonly #limit: number
  /** NaN when it comes in chunks. */
  readonly #announced: number
  readonly #chunks = new Gathering()
  #length = 0
  #claim: Claim | undefined
  #isDone = false
  #source: string | undefined
  #beganAt = performance.now()
  movedAt = this.#beganAt

  constructor(intake: Intake, request: FastifyRequest, payload: NodeJS.ReadableStream, arrived: Arrived) {
    this.#intake = intake
    this.#request = request
    this.#payload = payload
    this.#arrived = arrived
    this.#announced = Number(request.headers['content-length'])
    this.#limit = request.routeOptions.bodyLimit ?? 0
  }

  begin(): void {
    if (this.#announced > this.#limit) {
      this.#arrived(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      return
    }
    this.#intake.enter(this)
    this.#payload.on('data', this.#take).on('end', this.#end).on('error', this.#breakOff)
  }

  /** What it takes when all of it is there. */
  get room(): number {
    return Number.isNaN(this.#announced) ? this.#limit : this.#announced
  }

  get source(): string {
    this.#source ??= sourceOf(this.#request)
    return this.#source
  }

  get hasRoom(): boolean {
    return this.#claim !== undefined
  }

  /** Bytes per second since it began, not counting the first so many milliseconds; waits for room do not count either. */
  paceAfter(graceMs: number, now: number): number {
    const ms = now - this.#beganAt - graceMs
    return ms <= 0 ? Number.POSITIVE_INFINITY : (this.#length / ms) * 1000
  }

  fail(error: Error): void {
    this.#finish(error)
    // Who is still sending is let do so, and hears why in the end.
    this.#payload.resume()
  }

  readonly #take = (chunk: Buffer) => {
    this.#length += chunk.length
    if (this.#length > this.#limit) {
      this.#finish(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      return
    }
    this.#chunks.add(chunk)
    if (this.#length > FREE_BYTES && !this.#claim) void this.#waitForRoom()
    else if (this.#length !== this.#announced) this.#intake.move(this)
  }

  async #waitForRoom(): Promise<void> {
    this.#payload.pause()
    this.#intake.leave(this)
    this.#claim = this.#intake.claimRoom(this.#request, this)
    this.#request.room = new BodyRoom(this.#claim, this.#request)
    const since = performance.now()
    try {
      await this.#claim.granted
    } catch (error) {
      this.fail(error as Error)
      return
    }
    if (this.#isDone) return
    this.#beganAt += performance.now() - since
    this.#intake.enter(this)
    this.#payload.resume()
  }

  readonly #end = () => {
    const isWhole = Number.isNaN(this.#announced) || this.#announced === this.#length
    // One that comes in chunks has claimed as much as its route takes.
    this.#claim?.shrink(this.#length)
    this.#finish(isWhole ? null : new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
  }

  /** Whoever breaks off has sent no body; that is no fault of the service. */
  readonly #breakOff = () => this.#finish(fault('invalidInput'))

  #finish(error: Error | null): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#intake.leave(this)
    this.#payload.off('data', this.#take).off('end', this.#end).off('error', this.#breakOff)
    this.#arrived(error, error ? [] : this.#chunks.end())
  }
}

/** Chunks as they come. Of many small ones each would take a hundred bytes beside its own, so they are put together. */
class Gathering {
  readonly #chunks: Buffer[] = []
  #open: Buffer | undefined
  #filled = 0

  add(chunk: Buffer): void {
    if (chunk.length >= SMALL_CHUNK || this.#chunks.length < KEPT_APART) {
      this.#close()
      this.#chunks.push(chunk)
      return
    }
    this.#open ??= Buffer.allocUnsafe(FREE_BYTES)
    if (this.#filled + chunk.length > this.#open.length) this.#close()
    this.#filled += chunk.copy(this.#open, this.#filled)
  }

  end(): Chunks {
    this.#close()
    return this.#chunks
  }

  #close(): void {
    if (this.#filled > 0) this.#chunks.push(Buffer.from(this.#open?.subarray(0, this.#filled) ?? []))
    this.#filled = 0
  }
}
