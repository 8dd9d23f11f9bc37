import { sql } from '../../db/sql.ts'
import type { Sweep } from '../../sweeper.ts'

/** Each page that offers to sign in has asked for one, and most are never answered. */
export const passkeySweeps: Sweep[] = [
  {
    async step({ db, clock }) {
      await db.run(sql`delete from passkey_challenges where expires_at <= ${clock.now()}`)
    },
    trouble: 'challenges for passkeys could not be removed',
  },
]
