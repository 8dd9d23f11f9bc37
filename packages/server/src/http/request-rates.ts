import type { FastifyRequest } from 'fastify'
import type { RateLimit } from '../config.ts'
import { sourceOf } from './address.ts'
import { sentCredential } from './credentials.ts'
import { type Fault, faultFor } from './errors.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Buckets of each kind that are remembered at least; about 200 bytes each. */
const REMEMBERED = 50_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where requests are not counted. */
    bucket: Bucket | undefined
  }
}

type Kind = Pick<Bucket, 'perMinute' | 'isCredentials'>

/** Holds as many tokens as a minute allows, and gets them back over a minute. */
class Bucket {
  readonly perMinute: number
  /** Whether it is a credential's and not an address's. */
  readonly isCredentials: boolean
  tokens: number
  #at: number

  constructor({ perMinute, isCredentials }: Kind, now: number) {
    this.perMinute = perMinute
    this.isCredentials = isCredentials
    this.tokens = perMinute
    this.#at = now
  }

  take(now: number): boolean {
    const back = (Math.max(0, now - this.#at) / MINUTE_MS) * this.perMinute
    this.tokens = Math.min(this.perMinute, this.tokens + back)
    // A clock that was put back goes on from there: until it is where it was, nobody would get anything back.
    this.#at = now
    if (this.tokens < 1) return false
    this.tokens--
    return true
  }

  giveBack(): void {
    this.tokens = Math.min(this.perMinute, this.tokens + 1)
  }

  secondsUntil(tokens: number): number {
    return Math.max(0, ((tokens - this.tokens) / this.perMinute) * 60)
  }
}

/**
 * Buckets by name. One that nobody came to for a minute is full again and may be forgotten, so it is enough to keep
 * those of this period and of the last. When there are too many names the period ends early: of an attacker with so
 * many addresses it is the service's memory that must be kept safe, not the count.
 */
class Buckets {
  readonly #kind: Kind
  readonly #periodMs: number
  #recent = new Map<string, Bucket>()
  #older = new Map<string, Bucket>()
  #since = 0

  constructor(kind: Kind, periodMs: number) {
    this.#kind = kind
    this.#periodMs = periodMs
  }

  find(name: string, now: number): Bucket | undefined {
    const recent = this.#recent.get(name)
    if (recent) return recent
    const older = this.#older.get(name)
    if (older) this.#keep(name, older, now)
    return older
  }

  findOrFill(name: string, now: number): Bucket {
    return this.find(name, now) ?? this.#keep(name, new Bucket(this.#kind, now), now)
  }

  forget(name: string): void {
    this.#recent.delete(name)
    this.#older.delete(name)
  }

  #keep(name: string, bucket: Bucket, now: number): Bucket {
    this.#since = Math.min(this.#since, now)
    if (now - this.#since >= this.#periodMs || this.#recent.size >= REMEMBERED) {
      this.#older = this.#recent
      this.#recent = new Map()
      this.#since = now
    }
    this.#recent.set(name, bucket)
    return bucket
  }
}

/**
 * How often somebody may ask. A credential counts by itself once it was found to be one: until then, and for whoever has
 * none, the address counts, so that made-up credentials are no way around it. Those two count apart, so that whoever asks
 * without any keeps nobody at the same address from showing theirs. Nothing is asked of the database.
 */
export class RequestRates {
  readonly #credentials: Buckets | undefined
  /** By address: of who sends nothing, and of who sends what is not known to be a credential. */
  readonly #anonymous: Buckets | undefined
  readonly #unknown: Buckets | undefined

  constructor(limit: RateLimit | null) {
    if (!limit) return
    const ofAddress = { perMinute: limit.perAddress, isCredentials: false }
    // Remembered for longer than they must be: one that is known is not refused for what others do at its address.
    this.#credentials = new Buckets({ perMinute: limit.perCredential, isCredentials: true }, HOUR_MS)
    this.#anonymous = new Buckets(ofAddress, MINUTE_MS)
    this.#unknown = new Buckets(ofAddress, MINUTE_MS)
  }

  /** The refusal of one request too many, or undefined. */
  count(request: FastifyRequest): Fault | undefined {
    if (isExempt(request.raw.url ?? '')) return undefined
    const now = request.now.getTime()
    const sent = sentCredential(request)
    const known = sent === undefined ? undefined : this.#credentials?.find(sent, now)
    const ofAddress = sent === undefined ? this.#anonymous : this.#unknown
    const bucket = known ?? ofAddress?.findOrFill(sourceOf(request), now)
    if (!bucket) return undefined
    request.bucket = bucket
    return bucket.take(now) ? undefined : faultFor(bucket.secondsUntil(1), 'tooManyRequests')
  }

  /** After a credential was looked up: from now on it counts by itself, or no more. */
  recognize(request: FastifyRequest, isValid: boolean): void {
    const { bucket } = request
    if (!bucket || bucket.isCredentials === isValid) return
    const sent = sentCredential(request)
    if (sent === undefined || !this.#credentials) return
    if (!isValid) {
      this.#credentials.forget(sent)
      return
    }
    const now = request.now.getTime()
    bucket.giveBack()
    request.bucket = this.#credentials.findOrFill(sent, now)
    request.bucket.take(now)
  }
}

/**
 * Of the drafts of the IETF the one with three fields, which is what clients read; the newest puts them into one. The
 * last field tells when the bucket is full again.
 */
export function rateHeaders({ bucket }: FastifyRequest): Record<string, number> {
  if (!bucket) return {}
  return {
    'ratelimit-limit': bucket.perMinute,
    'ratelimit-remaining': Math.floor(bucket.tokens),
    'ratelimit-reset': Math.ceil(bucket.secondsUntil(bucket.perMinute)),
  }
}

/** Published files are for everybody's readers, and who watches the service must not lose sight of it. */
const isExempt = (url: string) => !url.startsWith('/v1/') && /^\/(cdn\/|(health|metrics)\/?(\?|$))/.test(url)
