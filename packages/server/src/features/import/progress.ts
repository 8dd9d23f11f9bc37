import { randomUUID } from 'node:crypto'
import type { Author } from '../../changes/author.ts'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Services } from '../../services.ts'

export interface Results {
  added: number
  updated: number
  skipped: number
}

export type ProgressStatus = 'running' | 'completed' | 'failed'

const NOTHING: Results = { added: 0, updated: 0, skipped: 0 }
const HEARTBEAT_MS = 5_000
/** A commit that was not heard of for so long died with its process. */
const LOST_AFTER_MS = 30_000

/** As of now. */
export const statusOf = ({ status, seenAt }: { status: ProgressStatus; seenAt: Date }, now: Date): ProgressStatus =>
  status === 'running' && now.getTime() - seenAt.getTime() > LOST_AFTER_MS ? 'failed' : status

export async function forgetOldProgress(db: Handle, now: Date): Promise<void> {
  await db.run(sql`delete from import_progress where expires_at <= ${now}`)
}

/** What others can see of a commit while it runs; written outside its transaction, but for its good end. */
export class Progress {
  readonly #services: Services
  readonly #by: Author
  readonly #trackingId: string
  #heartbeat: NodeJS.Timeout | undefined

  /** Found in the list of imports alone when its caller gives it no name. */
  constructor(services: Services, by: Author, trackingId: string = randomUUID()) {
    this.#services = services
    this.#by = by
    this.#trackingId = trackingId
  }

  async begin(source: 'web' | 'cli', totalFiles: number, firstFile: string | null): Promise<void> {
    const { db, clock, config } = this.#services
    const { projectId, actor } = this.#by
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + config.importProgressTtlMs)
    await forgetOldProgress(db, now)
    await db.run(sql`
      insert into import_progress (project_id, tracking_id, source, actor_type, actor_id, status, total_files,
                                   processed_files, current_file, results, started_at, seen_at, expires_at)
      values (${projectId}, ${this.#trackingId}, ${source}, ${actor.type}, ${actor.id}, 'running', ${totalFiles},
              0, ${firstFile}, ${JSON.stringify(NOTHING)}, ${now}, ${now}, ${expiresAt})
      on conflict (project_id, tracking_id) do update
        set source = excluded.source, actor_type = excluded.actor_type, actor_id = excluded.actor_id,
            status = excluded.status, total_files = excluded.total_files, processed_files = 0,
            current_file = excluded.current_file, results = excluded.results, started_at = excluded.started_at,
            seen_at = excluded.seen_at, expires_at = excluded.expires_at`)
    this.#heartbeat = setInterval(() => {
      // A heartbeat that fails is like none; the next one may succeed.
      db.run(sql`
        update import_progress set seen_at = ${clock.now()}
        where project_id = ${projectId} and tracking_id = ${this.#trackingId}`).catch(() => {})
    }, HEARTBEAT_MS).unref()
  }

  /** With the transaction of the commit, so that nothing is called complete that is not. */
  async end(db: Handle, isComplete: boolean, results: Results = NOTHING): Promise<void> {
    clearInterval(this.#heartbeat)
    await db.run(sql`
      update import_progress
      set status = ${isComplete ? 'completed' : 'failed'}, current_file = null, results = ${JSON.stringify(results)},
          processed_files = case when ${isComplete} then total_files else processed_files end
      where project_id = ${this.#by.projectId} and tracking_id = ${this.#trackingId}`)
  }

  stop(): void {
    clearInterval(this.#heartbeat)
  }
}
