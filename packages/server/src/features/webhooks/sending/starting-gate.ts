import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import type { Services } from '../../../services.ts'
import { inSlices } from '../../../turns.ts'
import { hindrance } from '../deliveries/hindrance.ts'
import type { Claimed } from './claim.ts'
import type { SignatureKind } from './signature.ts'

export interface Admitted {
  kind: 'admitted'
  secret: Buffer
  signature: SignatureKind
  at: Date
  /** To be called when the request is with the receiver, or never will be. */
  begun: () => void
}

export type Admission =
  | Admitted
  | { kind: 'unwanted'; hindrance: string }
  /** Taken over by others, or ended because its webhook was deleted: nothing is to be done or written down. */
  | { kind: 'lost' }

interface Entrant {
  claimed: Claimed
  answer: (admission: Admission) => void
}

interface Found {
  id: number
  secret: Buffer
  signature: SignatureKind
  hindrance: string | null
  /** Locked by somebody else. */
  isHeld: boolean
}

/** A receiver that does not take the connection holds up those who pass together with it no longer than this. */
const BEGUN_WITHIN_MS = 250
const GROUPS_AT_ONCE = 4
/**
 * Each opens a connection as soon as it is let in. A hundred webhooks of one write did so in one turn of the event loop,
 * which took 20 to 30 ms, and everybody else waited.
 */
const TOGETHER = 10
/** A delivery that is locked is looked at again after this. */
const HELD_MS = 20

/**
 * The last look before an attempt is begun. Between the claim and this moment a name was resolved and the event loop was
 * busy: the webhook may be gone, its secret replaced, the lease overtaken. Who passes holds the lock of the delivery
 * until its request has arrived, so a DELETE of the webhook, which ends its deliveries, answers after that or before it.
 *
 * A lock in other hands does not mean that the delivery is: who claims at the same time locks it for a moment, only to
 * see that it is taken. Such an attempt comes again; given up, it would wait until its lease runs out.
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
      const held = await this.#pass(group).catch((error): Entrant[] => {
        this.#services.log.warn({ err: error }, 'attempts could not begin; they are made when their leases run out')
        return []
      })
      // Of those who were answered already this is not heard.
      for (const entrant of group) if (!held.includes(entrant)) entrant.answer({ kind: 'lost' })
      this.#groups--
      this.#call()
      if (held.length === 0) return
      await sleep(HELD_MS)
      this.#waiting.push(...held)
      this.#call()
    })
  }

  /** Lets through who may go, and returns who has to come again. */
  #pass(group: readonly Entrant[]): Promise<Entrant[]> {
    const { db, clock, config } = this.#services
    const at = clock.now()
    const inTime = group.filter(({ claimed }) => claimed.leaseUntil.getTime() - at.getTime() >= config.webhookTimeoutMs)
    return transaction(db, async (tx) => {
      const [found] = await Promise.all([
        tx.rows<Found>(sql`
          with ours as (
            select d.id, e.lease_until, w.secret, w.signature, ${hindrance} as hindrance
            from unnest(${inTime.map(({ claimed }) => claimed.id)}::bigint[],
                        ${inTime.map(({ claimed }) => claimed.leaseUntil)}::timestamptz[]) as e (id, lease_until)
            join deliveries d on d.id = e.id and d.due_at = e.lease_until
            join webhooks w on w.id = d.webhook_id
            join projects p on p.id = w.project_id
          ), locked as (
            select d.id from ours o join deliveries d on d.id = o.id and d.due_at = o.lease_until
            for update of d skip locked
          )
          select o.id, o.secret, o.signature, o.hindrance, l.id is null as "isHeld"
          from ours o left join locked l on l.id = o.id`),
        // Nothing is written that a crash could lose.
        tx.run(sql`set local synchronous_commit = off`),
      ])
      const byId = new Map(found.map((one) => [one.id, one]))
      const held = inTime.filter(({ claimed }) => byId.get(claimed.id)?.isHeld)
      const begun: Promise<void>[] = []
      await inSlices(inTime, TOGETHER, (slice) => {
        for (const { claimed, answer } of slice) begun.push(tell(answer, byId.get(claimed.id), at))
      })
      await Promise.race([Promise.all(begun), sleep(this.#begunWithinMs)])
      return held
    })
  }
}

/** Who is held is told nothing: they come again. Resolves when what they were told is done. */
function tell(answer: Entrant['answer'], found: Found | undefined, at: Date): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (found && !found.isHeld && found.hindrance === null) {
    const { secret, signature } = found
    answer({ kind: 'admitted', secret, signature, at, begun: resolve })
    return promise
  }
  if (!found) answer({ kind: 'lost' })
  else if (!found.isHeld && found.hindrance !== null) answer({ kind: 'unwanted', hindrance: found.hindrance })
  return Promise.resolve()
}
