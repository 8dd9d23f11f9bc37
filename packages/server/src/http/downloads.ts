import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { READERS } from '../db/pool.ts'
import type { MemberAccess } from './access.ts'
import { FairShares } from './fair-shares.ts'

const PER_ORGANIZATION = 4
const PER_USER = 3
/** What a reader takes at least within the time that is allowed to stand still. A modem would. */
const LEAST_BYTES = 65_536
/** Bytes per second that the slowest reader takes at least while somebody waits for a seat. */
const LEAST_PACE_WITH_WAITERS = 262_144
/** Looks within the time that a download may stand still. Whoever waits for a seat sees four of them. */
const LOOKS = 6

/** An answer on its way, and what was seen of it at earlier looks. */
interface Reader {
  raw: ServerResponse
  /** Bytes taken, newest last. */
  taken: number[]
  /** Whether the answer waited for its reader at the last look, too. */
  wasAwaited: boolean
}

/**
 * Answers that are written as fast as they are read, and hold a connection of the database or pages of rows meanwhile.
 * No organization and no user has all of the seats, and whoever stops reading loses theirs: the connection is broken off,
 * so that nobody takes the part for the whole. While others wait for a seat, the slowest of those who read too slowly goes
 * at each look; were all of them sent away, a moment of many downloads would end the honest ones too.
 */
export class Downloads {
  readonly #seats: FairShares
  readonly #lookEveryMs: number
  readonly #readers = new Set<Reader>()
  #looking: NodeJS.Timeout | undefined

  constructor({ unreadTimeoutMs }: { unreadTimeoutMs: number }) {
    this.#lookEveryMs = unreadTimeoutMs / LOOKS
    this.#seats = new FairShares({
      inAll: READERS,
      waitMs: (unreadTimeoutMs * 2) / 3,
      waiting: { inAll: 400, ofOne: 100 },
      refusals: { own: 'tooManyDownloads', others: 'busyWithDownloads' },
    })
  }

  /** Waits for a seat, which is free again when the answer has gone out or its reader has. */
  async begin({ organizationId, userId }: MemberAccess, { raw }: FastifyReply): Promise<void> {
    const seat = this.#seats.claim(1, [
      { name: `organization ${organizationId}`, cap: PER_ORGANIZATION },
      { name: `user ${userId}`, cap: PER_USER },
    ])
    raw.once('finish', seat.leave).once('close', seat.leave)
    // Gone already: `close` has been told, and is told once.
    if (raw.destroyed) seat.leave()
    await seat.granted
    const reader: Reader = { raw, taken: [takenFrom(raw)], wasAwaited: false }
    const forget = () => this.#readers.delete(reader)
    this.#readers.add(reader)
    raw.once('finish', forget).once('close', forget)
    this.#looking ??= setInterval(() => this.#look(), this.#lookEveryMs).unref()
  }

  #look(): void {
    const slow: { raw: ServerResponse; bytes: number }[] = []
    for (const { raw, bytes, isStill, isSlow } of [...this.#readers].map((reader) => this.#see(reader))) {
      if (isStill) raw.destroy()
      else if (isSlow) slow.push({ raw, bytes })
    }
    if (this.#seats.isContended) slow.sort((one, other) => one.bytes - other.bytes)[0]?.raw.destroy()
    if (this.#readers.size > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  #see(reader: Reader) {
    const { raw, taken, wasAwaited } = reader
    const now = takenFrom(raw)
    const bytes = now - (taken.at(-1) ?? now)
    taken.push(now)
    const isOld = taken.length > LOOKS
    const before = isOld ? (taken.shift() ?? now) : now
    reader.wasAwaited = raw.writableNeedDrain
    return {
      raw,
      bytes,
      isStill: isOld && now - before < LEAST_BYTES && raw.writableLength > 0,
      // Twice in a row: an answer that the service itself is slow to write has been taken at most of the looks.
      isSlow: wasAwaited && raw.writableNeedDrain && bytes < (LEAST_PACE_WITH_WAITERS * this.#lookEveryMs) / 1000,
    }
  }
}

const takenFrom = ({ socket }: ServerResponse) => (socket ? socket.bytesWritten - socket.writableLength : 0)
