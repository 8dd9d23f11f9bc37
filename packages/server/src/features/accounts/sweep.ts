import { sql } from '../../db/sql.ts'
import type { Sweep } from '../../sweeper.ts'

/** A sign-in removes what has run out, too; where nobody signs in any more, nobody else would. */
export const accountSweeps: Sweep[] = [
  {
    async step({ db, clock }) {
      await db.run(sql`delete from sessions where expires_at <= ${clock.now()}`)
    },
    trouble: 'expired sessions could not be removed',
  },
]
