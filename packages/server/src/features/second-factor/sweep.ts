import { sql } from '../../db/sql.ts'
import type { Sweep } from '../../sweeper.ts'

/** What began and was never completed. */
export const secondFactorSweeps: Sweep[] = [
  {
    async step({ db, clock }) {
      const now = clock.now()
      await db.run(sql`delete from second_steps where expires_at <= ${now}`)
      await db.run(sql`delete from second_factor_enrolments where expires_at <= ${now}`)
    },
    trouble: 'sign-ins that were never completed could not be removed',
  },
]
