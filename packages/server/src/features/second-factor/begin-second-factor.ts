import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { assertConfirmed } from '../accounts/index.ts'
import { addressOfSecret, newTotpSecret } from './codes.ts'

/** Long enough to find an app and install it. */
const ENROLMENT_MS = 30 * 60_000

/** One at a time for each person: a new one takes the place of the one before. */
export const beginSecondFactor = implement(
  contract.beginSecondFactor,
  async ({ db, secrets }, { access, now }) => {
    const { userId, session } = access
    const secret = newTotpSecret()
    const expiresAt = new Date(now.getTime() + ENROLMENT_MS)
    await db.run(sql`
      insert into second_factor_enrolments (user_id, secret, expires_at)
      values (${userId}, ${secrets.seal(secret)}, ${expiresAt})
      on conflict (user_id) do update set secret = excluded.secret, expires_at = excluded.expires_at`)
    return { secret, uri: addressOfSecret(secret, session.email), expiresAt: expiresAt.toISOString() }
  },
  assertConfirmed,
)
