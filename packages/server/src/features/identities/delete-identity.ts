import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { sourceOf } from '../../http/address.ts'
import { fault } from '../../http/errors.ts'
import { type Call, implement } from '../../implement.ts'
import { assertPassword, findClaim } from '../accounts/index.ts'
import { accountEntries } from '../audit/index.ts'

type Unlinking = Call<typeof contract.deleteIdentity>

/** With the password, which must let them in afterwards. */
export const deleteIdentity = implement(contract.deleteIdentity, async ({ db, config, streams }, call) => {
  const { access, body, request, now } = call
  const { session } = access
  const claim = await findClaim(db, session.email, sourceOf(request), now)
  const opens = claim.passwordHash !== null && (config.hasPasswords || session.isInstanceAdmin)
  if (!opens) throw fault('onlyWayIn')
  await assertPassword(db, claim, body.currentPassword, call, { source: claim.source, isKnown: true })
  await transaction(db, (tx) => unlink(tx, call))
  await streams.recheckEverywhere()
})

/** Whoever came in by it is signed out, and whoever has shown it waits in vain for their second step. It goes first: a sign-in that is under way holds it until its session or step can be seen. */
async function unlink(tx: Transaction, { access, params, request, now }: Unlinking): Promise<void> {
  const { userId, session } = access
  const isSignedIn = await tx.row(sql`select from sessions where id = ${session.sessionId}`)
  if (!isSignedIn) throw fault('authenticationRequired')
  const gone = await tx.run(sql`delete from identities where id = ${params.identityId} and user_id = ${userId}`)
  if (gone === 0) throw fault('notFound')
  const account = sql`(select ${userId}::bigint as id)`
  await tx.run(sql`
    with told as (
      ${accountEntries({ event: 'identity.unlinked', account, address: request.ip, at: now })}
    ), waiting as (
      delete from second_steps where user_id = ${userId} and password_hash is null
    ), forgotten as (
      delete from known_sources where user_id = ${userId} and source <> ${sourceOf(request)}
    )
    delete from sessions where user_id = ${userId} and id <> ${session.sessionId}`)
}
