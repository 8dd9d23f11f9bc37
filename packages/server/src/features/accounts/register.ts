import { contract } from '@parlance/contract'
import type { Config } from '../../config.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { sourceOf } from '../../http/address.ts'
import { fault } from '../../http/errors.ts'
import { type Call, implement } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { insertOrganization } from '../organizations/index.ts'
import { hashPassword } from './password.ts'
import { assertPasswordsCount } from './passwords-off.ts'
import { startSession, type UserRow, userColumns } from './session.ts'

/** Whether it is open is asked twice: at the door, before the body and the costly hash, and again under the lock. */
export const register = implement(contract.register, create, ({ db, config }) => assertOpen(db, config))

async function create(services: Services, call: Call<typeof contract.register>) {
  const { db, config } = services
  const { body, now, request } = call
  const passwordHash = await hashPassword({ source: sourceOf(request), isKnown: false }, body.password)
  const user = await transaction(db, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('parlance registration'))`)
    await assertOpen(tx, config)
    const created = await insertUser(tx, body.email, body.name, passwordHash, now)
    if (!created) throw fault('emailTaken')
    await insertOrganization(tx, created.id, body.organizationName ?? body.name, config.keyLimit, now)
    return created
  })
  return startSession(services, call, user, passwordHash)
}

async function assertOpen(db: Pick<Transaction, 'row'>, config: Config): Promise<void> {
  if (config.registration === 'open' && config.hasPasswords) return
  const users = await db.row<{ none: boolean }>(sql`select not exists (select 1 from users) as none`)
  if (users?.none === true) return
  if (config.registration !== 'open') throw fault('registrationClosed')
  assertPasswordsCount(config)
}

/** The first user administers the instance. Invitations to the address still wait to be accepted. */
const insertUser = (tx: Transaction, email: string, name: string, passwordHash: string, now: Date) =>
  tx.row<UserRow>(sql`
    insert into users (email, name, password_hash, is_instance_admin, created_at, updated_at)
    values (${email}, ${name}, ${passwordHash}, not exists (select 1 from users), ${now}, ${now})
    on conflict (lower(email)) do nothing
    returning ${userColumns}`)
