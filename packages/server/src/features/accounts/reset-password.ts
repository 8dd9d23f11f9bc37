import { contract } from '@parlance/contract'
import type { Config } from '../../config.ts'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { sourceOf } from '../../http/address.ts'
import { fault } from '../../http/errors.ts'
import { hashSecret } from '../../http/secrets.ts'
import { type Call, implement } from '../../implement.ts'
import { accountEntries } from '../audit/index.ts'
import { findResetLink, lockMembers } from '../organizations/index.ts'
import { findOwnResetLink, lockOwnResetLink } from './own-reset-link.ts'
import { hashPassword } from './password.ts'
import { startSession, type UserRow, userColumns } from './session.ts'
import { assertToken } from './token-throttle.ts'

type Resetting = Call<typeof contract.resetPassword>

/** What the link allows is asked twice: before the costly hash, and again under the lock. */
export const resetPassword = implement(contract.resetPassword, async (services, call) => {
  const { db, config, streams } = services
  const { body, now, request } = call
  const tokenHash = hashSecret(body.token)
  const { lock } = await assertToken(db, call, () => findLink(db, config, tokenHash, now))
  const passwordHash = await hashPassword({ source: sourceOf(request), isKnown: false }, body.password)
  const user = await transaction(db, async (tx) => {
    await lock(tx)
    const link = await findLink(tx, config, tokenHash, now)
    if (!link) throw fault('notFound')
    const changed = await changePassword(tx, link.userId, passwordHash, now)
    // After the password, whose row a sign-in that is under way holds until its session can be seen here.
    await endEverywhere(tx, link.userId, call)
    return changed
  })
  await streams.recheckEverywhere()
  return startSession(services, call, user, passwordHash)
})

interface Link {
  userId: number
  /** What must stay as it is until the link has been used. */
  lock(tx: Transaction): Promise<unknown>
}

/** One that somebody who manages the person has made, or one that the person has asked for. */
async function findLink(db: Handle, config: Config, tokenHash: Buffer, now: Date): Promise<Link | undefined> {
  const given = await findResetLink(db, config, tokenHash, now)
  if (given) return { userId: given.userId, lock: (tx) => lockMembers(tx, given.organizationId) }
  const own = await findOwnResetLink(db, config, tokenHash, now)
  return own && { userId: own.userId, lock: (tx) => lockOwnResetLink(tx, tokenHash) }
}

const changePassword = (tx: Transaction, userId: number, passwordHash: string, now: Date) =>
  tx.one<UserRow>(sql`
    update users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${userId}
    returning ${userColumns}`)

/** With the link itself. Whoever knew the old password is as strange as anybody wherever they came from. */
const endEverywhere = (tx: Transaction, userId: number, { request, now }: Resetting) =>
  tx.run(sql`
    with account as (
      select ${userId}::bigint as id
    ), told as (
      ${accountEntries({ event: 'password.reset', account: sql`account`, address: request.ip, at: now })}
    ), links as (
      delete from reset_links where user_id = ${userId}
    ), own_links as (
      delete from own_reset_links where user_id = ${userId}
    ), forgotten as (
      delete from known_sources where user_id = ${userId}
    )
    delete from sessions where user_id = ${userId}`)
