import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Services } from '../../../services.ts'

export interface Results {
  added: number
  updated: number
  skipped: number
}

const HEARTBEAT_MS = 5_000
/** A commit that was not heard of for so long died with its process. */
export const LOST_AFTER_MS = 30_000

export async function forgetOldProgress(db: Handle, now: Date): Promise<void> {
  await db.run(sql`delete from import_progress where expires_at <= ${now}`)
}

/** What others can see of a commit while it runs; written outside its transaction, but for its good end. */
export class Progress {
  readonly #services: Services
  readonly #projectId: number
  readonly #trackingId: string
  #heartbeat: NodeJS.Timeout | undefined

  constructor(services: Services, projectId: number, trackingId: string) {
    this.#services = services
    this.#projectId = projectId
    this.#trackingId = trackingId
  }

  async begin(totalFiles: number, firstFile: string | null): Promise<void> {
    const { db, clock, config } = this.#services
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + config.importProgressTtlMs)
    const results: Results = { added: 0, updated: 0, skipped: 0 }
    await forgetOldProgress(db, now)
    await db.run(sql`
      insert into import_progress (project_id, tracking_id, status, total_files, processed_files, current_file,
                                   results, started_at, seen_at, expires_at)
      values (${this.#projectId}, ${this.#trackingId}, 'running', ${totalFiles}, 0, ${firstFile},
              ${JSON.stringify(results)}, ${now}, ${now}, ${expiresAt})
      on conflict (project_id, tracking_id) do update
        set status = excluded.status, total_files = excluded.total_files, processed_files = 0,
            current_file = excluded.current_file, results = excluded.results, started_at = excluded.started_at,
            seen_at = excluded.seen_at, expires_at = excluded.expires_at`)
    this.#heartbeat = setInterval(() => {
      // A heartbeat that fails is like none; the next one may succeed.
      db.run(sql`
        update import_progress set seen_at = ${clock.now()}
        where project_id = ${this.#projectId} and tracking_id = ${this.#trackingId}`).catch(() => {})
    }, HEARTBEAT_MS).unref()
  }

  /** With the transaction of the commit, so that nothing is called complete that is not. */
  async end(db: Handle, isComplete: boolean, results: Results): Promise<void> {
    clearInterval(this.#heartbeat)
    await db.run(sql`
      update import_progress
      set status = ${isComplete ? 'completed' : 'failed'}, current_file = null, results = ${JSON.stringify(results)},
          processed_files = case when ${isComplete} then total_files else processed_files end
      where project_id = ${this.#projectId} and tracking_id = ${this.#trackingId}`)
  }

  stop(): void {
    clearInterval(this.#heartbeat)
  }
}
