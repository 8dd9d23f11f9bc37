import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { hashSecret } from '../../http/secrets.ts'
import { implement } from '../../implement.ts'
import { assertPassword } from './login-throttle.ts'
import { hashPassword } from './password.ts'
import { startSession, type UserRow } from './session.ts'

interface Invited extends UserRow {
  organizationId: number
  hasJoined: boolean
  passwordHash: string | null
}

/**
 * The first invitation a person accepts makes their account. Once they have one (another organization invited them
 * too), an invitation alone is not enough: the password must be theirs, or the inviter could take the account over.
 */
export const acceptInvite = implement(contract.acceptInvite, async (services, { body, now, request, reply }) => {
  const { db } = services
  const tokenHash = hashSecret(body.token)
  const invited = await db.row<Invited>(sql`
    select i.organization_id as "organizationId", u.id, u.email, u.name, u.joined_at is not null as "hasJoined",
           u.password_hash as "passwordHash"
    from invitations i join users u on u.id = i.user_id
    where i.token_hash = ${tokenHash} and i.expires_at > ${now}`)
  if (!invited) throw fault('notFound')
  if (invited.hasJoined) {
    await assertPassword(db, { email: invited.email, address: request.ip, now }, body.password, invited.passwordHash)
  }
  const passwordHash = invited.hasJoined ? invited.passwordHash : await hashPassword(body.password)
  const user = await transaction(db, async (tx) => {
    await join(tx, invited, tokenHash, now)
    // Of two requests that both found no account, one makes it; the other's password was never checked.
    const accepted = await tx.row<UserRow>(sql`
      update users
      set name = ${body.name}, password_hash = ${passwordHash}, joined_at = coalesce(joined_at, ${now}),
          updated_at = ${now}
      where id = ${invited.id} and (joined_at is not null) = ${invited.hasJoined}
        and password_hash is not distinct from ${invited.passwordHash}
      returning id, email, name`)
    if (!accepted) throw fault('invalidCredentials')
    return accepted
  })
  return startSession(services, reply, user, now)
})

async function join(tx: Transaction, { id, organizationId }: Invited, tokenHash: Buffer, now: Date): Promise<void> {
  const used = await tx.run(sql`delete from invitations where token_hash = ${tokenHash}`)
  if (used === 0) throw fault('notFound')
  await tx.run(sql`
    update memberships set joined_at = ${now} where organization_id = ${organizationId} and user_id = ${id}`)
}
