import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Person } from '../../identity-provider/person.ts'
import type { UserRow } from '../accounts/index.ts'

interface KnownUser extends UserRow {
  isActive: boolean
}

/**
 * Whose account somebody opens who is known to the provider. Their address may be another one by now: it says nothing. The
 * link is held until the session can be seen, and ended, by whoever unlinks it.
 */
export const useIdentity = (tx: Transaction, { issuer, subject, email }: Person, now: Date) =>
  tx.row<KnownUser>(sql`
    update identities i set last_used_at = ${now}, email = coalesce(${email ?? null}, i.email)
    from users u
    where i.issuer = ${issuer} and i.subject = ${subject} and u.id = i.user_id
    returning u.id, u.email, u.name, u.is_instance_admin as "isInstanceAdmin", u.is_active as "isActive"`)

/** False where the account is linked to that provider already, or somebody else's is to that person. */
export async function insertIdentity(
  tx: Transaction,
  userId: number,
  { issuer, subject, email }: Person,
  { at, isUsed }: { at: Date; isUsed: boolean },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into identities (user_id, issuer, subject, email, created_at, last_used_at)
    values (${userId}, ${issuer}, ${subject}, ${email ?? null}, ${at}, ${isUsed ? at : null})
    on conflict do nothing`)
  return inserted > 0
}
