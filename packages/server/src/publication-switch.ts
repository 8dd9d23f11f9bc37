import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './db/pool.ts'
import { sql } from './db/sql.ts'

/** For so long a reader relies on what it saw published. Whoever changes that waits as long between saying so and doing it. */
export const RELIED_ON_MS = 50
/** Timers may be early by a little. */
const TIMER_MARGIN_MS = 5

/**
 * After this nobody relies on what they saw before it. What was never published has no readers who could. Returns the
 * version that it was announced on, null where there is none: when there is another one later, somebody else has switched,
 * which took the announcement back.
 */
export async function announceSwitch(db: Database, projectId: number): Promise<number | null> {
  const announced = await db.row<{ version: number }>(sql`
    update cdn_publications set is_switching = true, announced_at = now()
    where project_id = ${projectId} returning version`)
  if (!announced) return null
  await sleep(RELIED_ON_MS + TIMER_MARGIN_MS)
  return announced.version
}

/** The same for all projects of an organization that is closed. */
export async function announceClosing(db: Database, organizationId: number): Promise<void> {
  const announced = await db.run(sql`
    update cdn_publications set is_switching = true, announced_at = now()
    where project_id in (select id from projects where organization_id = ${organizationId})`)
  if (announced > 0) await sleep(RELIED_ON_MS + TIMER_MARGIN_MS)
}
