import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { knownSince } from '../accounts/index.ts'

/**
 * Wrong codes after which no code of the app is looked at any more: from a place where the owner has signed in before
 * those of that place count, and elsewhere those of all such places together. Whoever guesses has the password already.
 * Of a million codes three are good at a time, so fifty guesses a day come to one chance in twenty within a year, all of
 * it told in the audit log. The owner is let in at a known place meanwhile, and with a recovery code or a passkey anywhere.
 */
const ALLOWED = [
  { count: 10, withinMs: 15 * 60_000 },
  { count: 50, withinMs: 86_400_000 },
] as const
const LONGEST_MS = 86_400_000

export interface Guesser {
  userId: number
  source: string
}

/** Until when no code is looked at; undefined when the next one is. For whoever holds the row of the factor. */
export async function closedUntil(tx: Transaction, { userId, source }: Guesser, now: Date): Promise<Date | undefined> {
  const isStrange = (of: Sql) => sql`not exists (
    select from known_sources k
    where k.user_id = ${userId} and k.source = ${of} and k.seen_at > ${knownSince(now)})`
  const failures = await tx.rows<{ at: Date }>(sql`
    select f.at from code_failures f
    where f.user_id = ${userId} and f.at > ${new Date(now.getTime() - LONGEST_MS)}
      and (f.source = ${source} or ${isStrange(sql`${source}::text`)} and ${isStrange(sql`f.source`)})
    order by f.at desc limit ${Math.max(...ALLOWED.map(({ count }) => count))}`)
  const ends = ALLOWED.flatMap(({ count, withinMs }) => {
    const filling = failures[count - 1]
    return filling ? [filling.at.getTime() + withinMs] : []
  })
  const last = Math.max(...ends)
  return last > now.getTime() ? new Date(last) : undefined
}

/** And those that nobody counts any more go, a few at a time. */
export const recordFailure = (tx: Transaction, { userId, source }: Guesser, now: Date) =>
  tx.run(sql`
    with outdated as (
      delete from code_failures where id = any(array(
        select id from code_failures where at <= ${new Date(now.getTime() - LONGEST_MS)}
        limit 100 for update skip locked))
    )
    insert into code_failures (user_id, source, at) values (${userId}, ${source}, ${now})`)

/** A success forgets the failures before it, of the same place. */
export const forgetFailures = (tx: Transaction, { userId, source }: Guesser) =>
  tx.run(sql`delete from code_failures where user_id = ${userId} and source = ${source}`)
