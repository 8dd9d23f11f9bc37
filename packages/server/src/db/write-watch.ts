import type { Database } from './pool.ts'
import { sqlState } from './pool.ts'
import { sql } from './sql.ts'
import { transaction } from './transaction.ts'

const PROBE_EVERY_MS = 5_000
/** Whoever copies the database holds the table for as long; nothing is learned then. */
const LOCK_TIMEOUT = '200ms'
/** With two to a page, 256 kB: more than the free room within files that a full disk leaves to small writes. */
const PROBE_ROWS = 64

const TROUBLES = {
  '53100': 'disk_full',
  '25006': 'read_only',
  '58030': 'io_error',
} as const
type Trouble = (typeof TROUBLES)[keyof typeof TROUBLES]

/**
 * Whether the database can write, without a write for each time somebody asks. A write of a request that fails is
 * remembered until a probe succeeds. Probes run beside, one at a time and only as often as somebody asks for the outcome:
 * a full disk still answers every read.
 */
export class WriteWatch {
  readonly #db: Database
  readonly #clock: { now(): Date }
  #trouble: Trouble | undefined
  #probedAt = 0
  #isProbing = false
  /** How many failed writes were told. */
  #noted = 0

  constructor({ db, clock }: { db: Database; clock: { now(): Date } }) {
    this.#db = db
    this.#clock = clock
  }

  /** What is known now; the next probe is under way when it is time for one. */
  trouble(): Trouble | undefined {
    const now = this.#clock.now().getTime()
    if (!this.#isProbing && now - this.#probedAt >= PROBE_EVERY_MS) {
      this.#probedAt = now
      this.#isProbing = true
      void this.#probe().finally(() => {
        this.#isProbing = false
      })
    }
    return this.#trouble
  }

  /** For every failure of a request: those that are no trouble with writing are passed over. */
  note(error: unknown): void {
    const trouble = troubleOf(error)
    if (trouble === undefined) return
    this.#trouble = trouble
    this.#noted++
    this.#probedAt = 0
  }

  async #probe(): Promise<void> {
    const before = this.#noted
    try {
      await transaction(this.#db, async (tx) => {
        await tx.run(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`)
        // A file of its own each time, so that it needs room on the disk; without this it would soon fill what is there.
        await tx.run(sql`truncate write_probe`)
        await tx.run(sql`insert into write_probe select repeat('x', 4000) from generate_series(1, ${PROBE_ROWS}::int)`)
      })
      // A write that failed while this one was under way knows better.
      if (this.#noted === before) this.#trouble = undefined
    } catch (error) {
      // Away, or held by somebody: whether it could write is as unknown as before.
      this.#trouble = troubleOf(error) ?? this.#trouble
    }
  }
}

const troubleOf = (error: unknown): Trouble | undefined => TROUBLES[sqlState(error) as keyof typeof TROUBLES]
