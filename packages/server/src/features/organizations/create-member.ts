import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { hashSecret, newSecret } from '../../http/secrets.ts'
import { implement } from '../../implement.ts'
import { findMembers, presentMember, restrictionOf } from './member.ts'

const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

/** Someone who has not accepted yet may be invited again, with another role if need be; the new token replaces the old. */
export const createMember = implement(contract.createMember, ({ db }, { access, body, now }) =>
  transaction(db, async (tx) => {
    const { organizationId: orgId } = access
    const user = await findOrInsertUser(tx, body.email, now)
    const localeCodes = restrictionOf(body.localeCodes ?? null)
    const added = await tx.run(sql`
      insert into memberships as m (organization_id, user_id, role, locale_codes, joined_at, created_at)
      values (${orgId}, ${user.id}, ${body.role}, ${localeCodes}, ${user.hasJoined ? now : null}, ${now})
      on conflict (organization_id, user_id) do update
        set role = excluded.role, locale_codes = excluded.locale_codes, joined_at = excluded.joined_at
        where m.joined_at is null`)
    if (added === 0) throw fault('memberExists')
    const inviteToken = user.hasJoined ? null : await insertInvitation(tx, orgId, user.id, now)
    if (user.hasJoined) await deleteInvitation(tx, orgId, user.id)
    const [member] = await findMembers(tx, orgId, sql`u.id = ${user.id}`)
    if (!member) throw new Error('A new member came back without a row')
    return { member: presentMember(member), inviteToken }
  }),
)

/** Until they accept, people are known by their email alone. */
async function findOrInsertUser(
  tx: Transaction,
  email: string,
  now: Date,
): Promise<{ id: number; hasJoined: boolean }> {
  await tx.run(sql`
    insert into users (email, name, created_at, updated_at) values (${email}, ${email}, ${now}, ${now})
    on conflict (lower(email)) do nothing`)
  return tx.one<{ id: number; hasJoined: boolean }>(sql`
    select id, joined_at is not null as "hasJoined" from users where lower(email) = lower(${email})`)
}

async function insertInvitation(tx: Transaction, orgId: number, userId: number, now: Date): Promise<string> {
  const token = newSecret(32)
  await tx.run(sql`
    insert into invitations (token_hash, organization_id, user_id, expires_at)
    values (${hashSecret(token)}, ${orgId}, ${userId}, ${new Date(now.getTime() + INVITATION_DAYS * DAY_MS)})
    on conflict (organization_id, user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at`)
  return token
}

/** Of a time when the person had no account yet; they are in without it now. */
async function deleteInvitation(tx: Transaction, orgId: number, userId: number): Promise<void> {
  await tx.run(sql`delete from invitations where organization_id = ${orgId} and user_id = ${userId}`)
}
