import { sql } from '../db/sql.ts'
import type { Sweep } from '../sweeper.ts'

const DAY_MS = 86_400_000

/** What has ended is counted for a day; what nobody sends any more, say because mail was switched off, is of no use. */
export const mailSweeps: Sweep[] = [
  {
    async step({ db, clock }) {
      const now = clock.now()
      await db.run(sql`
        delete from mails
        where expires_at <= ${new Date(now.getTime() - DAY_MS)}
           or (due_at is null and created_at <= ${new Date(now.getTime() - DAY_MS)})`)
    },
    trouble: 'old mail could not be removed',
  },
]
