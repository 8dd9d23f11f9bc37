import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { sourceOf } from '../../http/address.ts'
import { fault } from '../../http/errors.ts'
import { hashSecret } from '../../http/secrets.ts'
import { type Call, implement } from '../../implement.ts'
import { accountEntries } from '../audit/index.ts'
import { findResetLink, lockMembers } from '../organizations/index.ts'
import { hashPassword } from './password.ts'
import { startSession, type UserRow, userColumns } from './session.ts'
import { assertToken } from './token-throttle.ts'

type Resetting = Call<typeof contract.resetPassword>

/** What the link allows is asked twice: before the costly hash, and again under the lock. */
export const resetPassword = implement(contract.resetPassword, async (services, call) => {
  const { db, streams } = services
  const { body, now, request } = call
  const tokenHash = hashSecret(body.token)
  const { organizationId } = await assertToken(db, call, () => findResetLink(db, tokenHash, now))
  const passwordHash = await hashPassword({ source: sourceOf(request), isKnown: false }, body.password)
  const user = await transaction(db, async (tx) => {
    await lockMembers(tx, organizationId)
    const link = await findResetLink(tx, tokenHash, now)
    if (!link) throw fault('notFound')
    const changed = await changePassword(tx, link.userId, passwordHash, now)
    // After the password, whose row a sign-in that is under way holds until its session can be seen here.
    await endEverywhere(tx, link.userId, call)
    return changed
  })
  await streams.recheckEverywhere()
  return startSession(services, call, user, passwordHash)
})

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
    ), forgotten as (
      delete from known_sources where user_id = ${userId}
    )
    delete from sessions where user_id = ${userId}`)
