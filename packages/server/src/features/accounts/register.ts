import { contract } from '@parlance/contract'
import type { Config } from '../../config.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { insertOrganization } from '../organizations/index.ts'
import { hashPassword } from './password.ts'
import { startSession, type UserRow } from './session.ts'

export const register = implement(contract.register, async (services, { body, now, reply }) => {
  const { db, config } = services
  // Asked once before the costly hash, and again under the lock.
  if (!(await isOpen(db, config))) throw fault('registrationClosed')
  const passwordHash = await hashPassword(body.password)
  const user = await transaction(db, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('parlance registration'))`)
    if (!(await isOpen(tx, config))) throw fault('registrationClosed')
    const created = await insertUser(tx, body.email, body.name, passwordHash, now)
    if (!created) throw fault('emailTaken')
    await insertOrganization(tx, created.id, body.organizationName ?? body.name, config.keyLimit, now)
    return created
  })
  return startSession(services, reply, user, now)
})

async function isOpen(db: Pick<Transaction, 'row'>, { registration }: Config): Promise<boolean> {
  if (registration === 'open') return true
  const users = await db.row<{ none: boolean }>(sql`select not exists (select 1 from users) as none`)
  return users?.none === true
}

/**
 * The first user administrates the instance. Someone who was only invited has no account yet and may register; the
 * membership they were invited to still waits for its invitation.
 */
const insertUser = (tx: Transaction, email: string, name: string, passwordHash: string, now: Date) =>
  tx.row<UserRow>(sql`
    insert into users as u (email, name, password_hash, is_instance_admin, created_at, updated_at)
    values (${email}, ${name}, ${passwordHash}, not exists (select 1 from users), ${now}, ${now})
    on conflict (lower(email)) do update
      set name = excluded.name, password_hash = excluded.password_hash, updated_at = excluded.updated_at
      where u.password_hash is null
    returning id, email, name`)
