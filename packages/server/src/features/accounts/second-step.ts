import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { hashSecret, newSecret } from '../../http/secrets.ts'

/** Long enough to look for the telephone. */
const STEP_MS = 10 * 60_000
const TOKEN_BYTES = 32

/**
 * Lets a sign-in wait for its second step, where the account has a second factor and what opened the first step is true
 * still: a password or, with null, that somebody else vouched. Its token opens nothing by itself, and nothing at all once
 * the password is another one.
 */
export async function beginSecondStep(db: Handle, userId: number, passwordHash: string | null, now: Date) {
  const token = newSecret(TOKEN_BYTES)
  const expiresAt = new Date(now.getTime() + STEP_MS)
  const begun = await db.run(sql`
    insert into second_steps (token_hash, user_id, password_hash, expires_at)
    select ${hashSecret(token)}::bytea, u.id, ${passwordHash}::text, ${expiresAt}::timestamptz
    from users u join second_factors f on f.user_id = u.id
    where u.id = ${userId} and u.is_active and (${passwordHash === null} or u.password_hash = ${passwordHash})`)
  return begun === 0 ? undefined : { token, expiresAt: expiresAt.toISOString() }
}
