import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { UserAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import type { Services } from '../../services.ts'

/** So long after somebody has signed in, or confirmed who they are, a session may change the ways in. */
const CONFIRMED_FOR_MS = 15 * 60_000

/**
 * Before ways to sign in are changed: a session that was left open, or stolen, must not be made into a way in of its own.
 * Like a missing permission: before anything that was sent is looked at.
 */
export async function assertConfirmed({ db, clock }: Services, { session }: UserAccess): Promise<void> {
  const since = new Date(clock.now().getTime() - CONFIRMED_FOR_MS)
  const confirmed = await db.row(sql`
    select from sessions where id = ${session.sessionId} and coalesce(confirmed_at, created_at) > ${since}`)
  if (!confirmed) throw fault('confirmationRequired')
}

/**
 * For what changes the ways into an account: holds it, for somebody who is signed in still. They were let in before their body
 * was read, and may send it slowly: a session that was ended meanwhile, say with a new password, leaves nothing behind.
 */
export async function holdAccount(tx: Transaction, { session, userId }: UserAccess): Promise<void> {
  await tx.run(sql`select from users where id = ${userId} for no key update`)
  const isSignedIn = await tx.row(sql`select from sessions where id = ${session.sessionId}`)
  if (!isSignedIn) throw fault('authenticationRequired')
}

/** Somebody has shown that the session is theirs. Returns until when that counts. */
export async function recordConfirmation(db: Handle, sessionId: number, now: Date): Promise<Date> {
  await db.run(sql`update sessions set confirmed_at = ${now} where id = ${sessionId}`)
  return new Date(now.getTime() + CONFIRMED_FOR_MS)
}
