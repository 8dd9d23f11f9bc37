import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { assertRoomFor } from '../../http/quota.ts'
import { implement } from '../../implement.ts'
import type { Quotas } from '../../quotas.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { newInvitation } from './invitation.ts'
import { mailInvitation } from './mail-links.ts'
import { lockMembersFor } from './managers.ts'
import { entryOf, type MemberRow, presentMember, restrictionOf } from './member.ts'

/**
 * Always an invitation, made without a look at whether the address has an account. Someone who has not accepted yet may
 * be invited again, with another role if need be; the new token replaces the old.
 */
export const createMember = implement(contract.createMember, (services, call) =>
  transaction(services.db, async (tx) => {
    const { access, body, now } = call
    const { organizationId: orgId, userId } = access
    await lockMembersFor(tx, access)
    await assertNotMember(tx, orgId, body.email)
    await assertRoomForInvitation(tx, services.config.quotas, orgId, body.email)
    const invitation = newInvitation(now)
    const { token, tokenHash, expiresAt } = invitation
    const member = await tx.one<MemberRow>(sql`
      insert into invitations (organization_id, email, role, locale_codes, token_hash, invited_by, created_at, expires_at)
      values (${orgId}, ${body.email}, ${body.role}, ${restrictionOf(body.localeCodes ?? null)}, ${tokenHash}, ${userId},
              ${now}, ${expiresAt})
      on conflict (organization_id, lower(email)) do update
        set email = excluded.email, role = excluded.role, locale_codes = excluded.locale_codes,
            token_hash = excluded.token_hash, invited_by = excluded.invited_by, created_at = excluded.created_at,
            expires_at = excluded.expires_at
      returning id as "userId", email, email as name, role, locale_codes as "localeCodes", null as "joinedAt"`)
    await recordEntries(tx, deedOf(call), [entryOf('member.invited', member)])
    const isMailed = await mailInvitation(tx, services, call, member, invitation)
    return { member: presentMember(member), inviteToken: token, isMailed }
  }),
)

/** Whoever is invited again takes no more room. */
async function assertRoomForInvitation(tx: Transaction, quotas: Quotas, orgId: number, email: string): Promise<void> {
  const { current } = await tx.one<{ current: number }>(sql`
    select count(*) as current from invitations
    where organization_id = ${orgId} and lower(email) <> lower(${email})`)
  assertRoomFor(quotas, 'invitations', current)
}

async function assertNotMember(tx: Transaction, orgId: number, email: string): Promise<void> {
  const member = await tx.row(sql`
    select 1 from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${orgId} and lower(u.email) = lower(${email})`)
  if (member) throw fault('memberExists')
}
