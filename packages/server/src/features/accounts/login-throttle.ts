import { createHash } from 'node:crypto'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'

const FAILURES = 10
const WINDOW_MS = 15 * 60_000

const accountHash = (email: string) => createHash('sha256').update(email.toLowerCase()).digest()

/**
 * Counts an attempt before it is evaluated, so that a thousand at once cannot all slip through. Account and address
 * together: a stranger's guesses do not lock the owner out.
 */
export async function admitLogin(db: Handle, email: string, address: string, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - WINDOW_MS)
  const counted = await db.row<{ failures: number }>(sql`
    insert into login_failures as f (account_hash, address, failures, since)
    values (${accountHash(email)}, ${address}, 1, ${now})
    on conflict (account_hash, address) do update
      set failures = case when f.since > ${windowStart} then f.failures + 1 else 1 end,
          since = case when f.since > ${windowStart} then f.since else ${now} end
    returning failures`)
  if (counted && counted.failures > FAILURES) throw fault('tooManyLogins')
}

/** A success forgets the failures before it, and with them those that nobody counts any more. */
export async function forgetFailures(db: Handle, email: string, address: string, now: Date): Promise<void> {
  await db.run(sql`
    delete from login_failures
    where (account_hash = ${accountHash(email)} and address = ${address})
       or since < ${new Date(now.getTime() - WINDOW_MS)}`)
}
