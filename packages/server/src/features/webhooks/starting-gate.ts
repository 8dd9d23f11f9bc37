import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import type { Services } from '../../services.ts'
import { type Claimed, isWanted } from './claim.ts'

export interface Admitted {
  kind: 'admitted'
  secret: Buffer
  at: Date
  /** To be called when the request is with the receiver, or never will be. */
  begun: () => void
}

export type Admission =
  | Admitted
  | { kind: 'unwanted' }
  /** Taken over by others, or ended because its webhook was deleted: nothing is to be done or written down. */
  | { kind: 'lost' }

interface Entrant {
  claimed: Claimed
  answer: (admission: Admission) => void
}

interface Found {
  id: number
  secret: Buffer
  isWanted: boolean
}

/** A receiver that does not take the connection holds up those who pass together with it no longer than this. */
const BEGUN_WITHIN_MS = 250
const GROUPS_AT_ONCE = 4

/**
 * The last look before an attempt is begun. Between the claim and this moment a name was resolved and the event loop was
 * busy: the webhook may be gone, its secret replaced, the lease overtaken. Who passes holds the lock of the delivery
 * until its request has arrived, so a DELETE of the webhook, which ends its deliveries, answers after that or before it.
 *
 * Attempts pass in groups: those that arrive together, one transaction for all of them.
 */
export class StartingGate {
  readonly #services: Services
  readonly #begunWithinMs: number
  #waiting: Entrant[] = []
  #groups = 0
  #isCalled = false

  constructor(services: Services, begunWithinMs = BEGUN_WITHIN_MS) {
    this.#services = services
    this.#begunWithinMs = begunWithinMs
  }

  admit(claimed: Claimed): Promise<Admission> {
    const { promise, resolve } = Promise.withResolvers<Admission>()
    this.#waiting.push({ claimed, answer: resolve })
    this.#call()
    return promise
  }

  #call(): void {
    if (this.#isCalled || this.#waiting.length === 0 || this.#groups === GROUPS_AT_ONCE) return
    this.#isCalled = true
    setImmediate(async () => {
      const group = this.#waiting
      this.#waiting = []
      this.#isCalled = false
      this.#groups++
      await this.#pass(group).catch((error) => {
        this.#services.log.warn({ err: error }, 'attempts could not begin; they are made when their leases run out')
      })
      // Of those who were answered already this is not heard.
      for (const { answer } of group) answer({ kind: 'lost' })
      this.#groups--
      this.#call()
    })
  }

  #pass(group: readonly Entrant[]): Promise<void> {
    const { db, clock, config } = this.#services
    const at = clock.now()
    const inTime = group.filter(({ claimed }) => claimed.leaseUntil.getTime() - at.getTime() >= config.webhookTimeoutMs)
    return transaction(db, async (tx) => {
      const [found] = await Promise.all([
        tx.rows<Found>(sql`
          select d.id, w.secret, ${isWanted} as "isWanted"
          from unnest(${inTime.map(({ claimed }) => claimed.id)}::bigint[],
                      ${inTime.map(({ claimed }) => claimed.leaseUntil)}::timestamptz[]) as e (id, lease_until)
          join deliveries d on d.id = e.id and d.due_at = e.lease_until
          join webhooks w on w.id = d.webhook_id
          join projects p on p.id = w.project_id
          for update of d skip locked`),
        // Nothing is written that a crash could lose.
        tx.run(sql`set local synchronous_commit = off`),
      ])
      const byId = new Map(found.map((one) => [one.id, one]))
      const leaving = inTime.map(({ claimed, answer }) => {
        const one = byId.get(claimed.id)
        const { promise, resolve } = Promise.withResolvers<void>()
        if (one?.isWanted) answer({ kind: 'admitted', secret: one.secret, at, begun: resolve })
        else {
          answer({ kind: one ? 'unwanted' : 'lost' })
          resolve()
        }
        return promise
      })
      await Promise.race([Promise.all(leaving), sleep(this.#begunWithinMs)])
    })
  }
}
