import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { sourceOf } from '../../http/address.ts'
import { fault } from '../../http/errors.ts'
import { type Call, implement } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { findClaim } from './account.ts'
import { holdAccount } from './confirmation.ts'
import { assertPassword } from './login-throttle.ts'
import { hashPassword } from './password.ts'
import { presentUser, type UserRow, userColumns } from './session.ts'

type Changing = Call<typeof contract.updateMe>

export const updateMe = implement(contract.updateMe, async ({ db, streams }, call) => {
  const { access, body, now, request } = call
  const { userId, session } = access
  const change = await newPassword(db, call)
  const user = await transaction(db, async (tx) => {
    await holdAccount(tx, access)
    const updated = await tx.row<UserRow>(sql`
      update users
      set name = coalesce(${body.name ?? null}, name), password_hash = coalesce(${change?.to ?? null}, password_hash),
          updated_at = ${now}
      where id = ${userId} and (${change === undefined} or password_hash = ${change?.from ?? null})
      returning ${userColumns}`)
    if (!updated) throw fault('invalidCredentials')
    // After the password, whose row a sign-in that is under way holds until its session can be seen here.
    if (change) await endElsewhere(tx, userId, session.sessionId, sourceOf(request))
    return updated
  })
  if (change) await streams.recheckEverywhere()
  return { user: presentUser(user) }
})

/**
 * Whoever knew the old password may have signed in with it: they are as strange as anybody from now on. And nobody needs
 * the link to a new one any more.
 */
const endElsewhere = (tx: Transaction, userId: number, sessionId: number, source: string) =>
  tx.run(sql`
    with forgotten as (
      delete from known_sources where user_id = ${userId} and source <> ${source}
    ), links as (
      delete from reset_links where user_id = ${userId}
    ), own_links as (
      delete from own_reset_links where user_id = ${userId}
    )
    delete from sessions where user_id = ${userId} and id <> ${sessionId}`)

/** The hashes of the password that was confirmed and of the one that takes its place. */
async function newPassword(db: Services['db'], { access: { session }, body, now, request }: Changing) {
  if (body.password === undefined) return undefined
  if (body.currentPassword === undefined)
    throw fault('fieldRequired', { field: 'currentPassword' }, 'Send `currentPassword` with a new password.')
  const claim = await findClaim(db, session.email, sourceOf(request), now)
  const asker = { source: claim.source, isKnown: true }
  await assertPassword(db, claim, body.currentPassword, { now, request }, asker)
  return { from: claim.passwordHash, to: await hashPassword(asker, body.password) }
}
