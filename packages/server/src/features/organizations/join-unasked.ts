import type { Entry, Role } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Call } from '../../implement.ts'
import { recordEntries } from '../audit/index.ts'
import { managers } from './managers.ts'

interface Place {
  organizationId: number
  role: Role
}

interface Newcomer {
  id: number
  email: string
}

/**
 * Makes somebody a member whom nobody invited there, because whoever runs the service says so. Where somebody did invite
 * their address, and could do so now, they join as they were invited: the invitation says more of them. It must be that very
 * address but for capitals: an İ that becomes an i in small letters makes it another. False where there is no such organization.
 */
export async function joinUnasked(
  tx: Transaction,
  { organizationId, role }: Place,
  { id: userId, email }: Newcomer,
  { request, now }: Pick<Call<Entry>, 'request' | 'now'>,
): Promise<boolean> {
  const joined = await tx.row<{ role: Role; localeCodes: string[] | null }>(sql`
    with invited as (
      delete from invitations
      where organization_id = ${organizationId} and lower(email) = lower(${email})
        and lower(email collate "C") = lower(${email}::text collate "C")
      returning role, locale_codes, invited_by, expires_at
    ), vouched as (
      select i.role, i.locale_codes
      from invited i
      join memberships m on m.organization_id = ${organizationId} and m.user_id = i.invited_by
        and m.role = any(${managers}::text[]) and m.locale_codes is null
      join users inviter on inviter.id = m.user_id and inviter.is_active
      where i.expires_at > ${now}
    )
    insert into memberships (organization_id, user_id, role, locale_codes, joined_at, created_at)
    select o.id, ${userId}::bigint, coalesce(v.role, ${role}::text), v.locale_codes, ${now}::timestamptz, ${now}::timestamptz
    from organizations o left join vouched v on true
    where o.id = ${organizationId} and o.deleted_at is null
    returning role, locale_codes as "localeCodes"`)
  if (!joined) return false
  const deed = { organizationId, actor: { type: 'user' as const, id: userId }, address: request.ip, at: now }
  const subject = { type: 'member' as const, id: userId, name: email }
  await recordEntries(tx, deed, [{ event: 'member.joined', subject, details: joined }])
  return true
}
