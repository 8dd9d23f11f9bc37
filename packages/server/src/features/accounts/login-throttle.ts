import { createHash } from 'node:crypto'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { verifyPassword } from './password.ts'

const FAILURES = 10
const WINDOW_MS = 15 * 60_000

/** Account and address together: a stranger's guesses do not lock the owner out. */
interface Attempt {
  email: string
  address: string
  now: Date
}

const accountHash = (email: string) => createHash('sha256').update(email.toLowerCase()).digest()
const windowStart = (now: Date) => new Date(now.getTime() - WINDOW_MS)

/** Refuses a wrong password, and any password after too many wrong ones. */
export function assertPassword(db: Handle, attempt: Attempt, password: string, hash: string | null | undefined) {
  return inTurn(`${attempt.email.toLowerCase()} ${attempt.address}`, async () => {
    if ((await countFailures(db, attempt)) >= FAILURES) throw fault('tooManyLogins')
    if (await verifyPassword(password, hash)) return forgetFailures(db, attempt)
    await recordFailure(db, attempt)
    throw fault('invalidCredentials')
  })
}

const turns = new Map<string, Promise<void>>()

// One after the other: of a thousand guesses at once ten are looked at, and right passwords at once all pass.
async function inTurn(key: string, work: () => Promise<void>): Promise<void> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work)
  const settled = turn.catch(() => {})
  turns.set(key, settled)
  try {
    await turn
  } finally {
    if (turns.get(key) === settled) turns.delete(key)
  }
}

async function countFailures(db: Handle, { email, address, now }: Attempt): Promise<number> {
  const found = await db.row<{ failures: number }>(sql`
    select (select count(*) from unnest(failed_at) as at where at > ${windowStart(now)}) as failures
    from login_failures
    where account_hash = ${accountHash(email)} and address = ${address}`)
  return found?.failures ?? 0
}

async function recordFailure(db: Handle, { email, address, now }: Attempt): Promise<void> {
  await db.run(sql`
    insert into login_failures as f (account_hash, address, failed_at)
    values (${accountHash(email)}, ${address}, array[${now}::timestamptz])
    on conflict (account_hash, address) do update
      set failed_at = (excluded.failed_at || f.failed_at)[1:${FAILURES}]`)
}

/** A success forgets the failures before it, and with them those that nobody counts any more. */
async function forgetFailures(db: Handle, { email, address, now }: Attempt): Promise<void> {
  await db.run(sql`
    delete from login_failures
    where (account_hash = ${accountHash(email)} and address = ${address}) or failed_at[1] < ${windowStart(now)}`)
}
