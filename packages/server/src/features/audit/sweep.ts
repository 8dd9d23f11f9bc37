import { sql } from '../../db/sql.ts'
import type { Services } from '../../services.ts'
import type { Sweep } from '../../sweeper.ts'

const DAY_MS = 86_400_000
/** Removed by one statement: some milliseconds of work. */
const AT_ONCE = 5_000

/** What is older than the log is kept. */
export const auditSweeps: Sweep[] = [
  { step: removeOldEntries, trouble: 'old entries of the audit log could not be removed' },
]

async function removeOldEntries({ db, clock, config }: Services, patience: AbortSignal): Promise<void> {
  const oldest = new Date(clock.now().getTime() - config.auditRetentionDays * DAY_MS)
  let removed = AT_ONCE
  while (removed === AT_ONCE) {
    patience.throwIfAborted()
    removed = await db.run(sql`
      delete from audit_entries where id in (
        select id from audit_entries where at < ${oldest} order by at limit ${AT_ONCE} for update skip locked)`)
  }
}
