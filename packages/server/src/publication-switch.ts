import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './db/pool.ts'
import { sql } from './db/sql.ts'

/** For so long a reader relies on what it saw published. Whoever changes that waits as long between saying so and doing it. */
export const RELIED_ON_MS = 50
/** Timers may be early by a little. */
const TIMER_MARGIN_MS = 5

/** After this nobody relies on what they saw before it. What was never published has no readers who could. */
export async function announceSwitch(db: Database, projectId: number): Promise<void> {
  const announced = await db.run(sql`
    update cdn_publications set is_switching = true where project_id = ${projectId}`)
  if (announced > 0) await sleep(RELIED_ON_MS + TIMER_MARGIN_MS)
}

/** The same for all projects of an organization that is closed. */
export async function announceClosing(db: Database, organizationId: number): Promise<void> {
  const announced = await db.run(sql`
    update cdn_publications set is_switching = true
    where project_id in (select id from projects where organization_id = ${organizationId})`)
  if (announced > 0) await sleep(RELIED_ON_MS + TIMER_MARGIN_MS)
}
