import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import type { Invitation } from '../organizations/index.ts'
import { type UserRow, userColumns } from './session.ts'

interface Newcomer {
  name: string
  /** Null: something else than a password lets them in. */
  passwordHash: string | null
}

/** The number that members know the invitation by becomes the account's. */
export async function insertInvited(
  tx: Transaction,
  { id, email }: Invitation,
  { name, passwordHash }: Newcomer,
  now: Date,
): Promise<UserRow> {
  const created = await tx.row<UserRow>(sql`
    insert into users (id, email, name, password_hash, created_at, updated_at)
    overriding system value
    values (${id}, ${email}, ${name}, ${passwordHash}, ${now}, ${now})
    on conflict (lower(email)) do nothing
    returning ${userColumns}`)
  if (!created) throw fault('accountExists')
  return created
}
