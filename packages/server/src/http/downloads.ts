import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { READERS } from '../db/pool.ts'
import type { MemberAccess } from './access.ts'
import { FairShares } from './fair-shares.ts'

const PER_ORGANIZATION = 4
const PER_USER = 3
/** What a reader takes at least between two looks. A modem would. */
const LEAST_BYTES = 65_536

/**
 * Answers that are written as fast as they are read, and hold a connection of the database or pages of rows meanwhile.
 * No organization and no user has all of the seats, and whoever stops reading loses theirs: the connection is broken off,
 * so that nobody takes the part for the whole.
 */
export class Downloads {
  readonly #seats: FairShares
  readonly #lookEveryMs: number

  constructor({ unreadTimeoutMs }: { unreadTimeoutMs: number }) {
    this.#lookEveryMs = unreadTimeoutMs
    this.#seats = new FairShares({
      inAll: READERS,
      waitMs: unreadTimeoutMs / 3,
      waiting: { inAll: 400, ofOne: 40 },
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
    const watch = this.#watch(raw)
    raw.once('finish', () => clearInterval(watch)).once('close', () => clearInterval(watch))
  }

  #watch(raw: ServerResponse): NodeJS.Timeout {
    let before = takenFrom(raw)
    const look = () => {
      const taken = takenFrom(raw)
      if (taken - before < LEAST_BYTES && raw.writableLength > 0) raw.destroy()
      before = taken
    }
    return setInterval(look, this.#lookEveryMs).unref()
  }
}

const takenFrom = ({ socket }: ServerResponse) => (socket ? socket.bytesWritten - socket.writableLength : 0)
