import type { Handle } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { MemberAccess } from './access.ts'

interface Log {
  warn(details: object, message: string): void
}

type Writer = Pick<MemberAccess, 'organizationId' | 'userId'>

/**
 * Keeps the list of those who have written something in an organization. It is written once for each of them, and what is
 * there already is remembered, so that all later writes cost a look into this set: asking the database with each of them
 * would.
 */
export class Writers {
  readonly #db: Handle
  readonly #log: Log
  readonly #known = new Set<string>()

  constructor(db: Handle, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** After something was written. What cannot be noted now is noted with the next write: this one has happened. */
  async note({ organizationId, userId }: Writer): Promise<void> {
    const name = `${organizationId} ${userId}`
    if (this.#known.has(name)) return
    try {
      if (await this.#write(organizationId, userId)) this.#known.add(name)
    } catch (error) {
      this.#log.warn({ err: error }, 'who has written something could not be noted')
    }
  }

  /** Whoever has just left has written nothing by that. */
  async #write(organizationId: number, userId: number): Promise<boolean> {
    const written = await this.#db.run(sql`
      insert into writers (organization_id, user_id)
      select organization_id, user_id from memberships
      where organization_id = ${organizationId} and user_id = ${userId}
      on conflict (organization_id, user_id) do update set user_id = excluded.user_id`)
    return written > 0
  }
}
