import type { Entry, Role } from '@parlance/contract'
import type { Config } from '../../config.ts'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import type { Call } from '../../implement.ts'
import { recordEntries } from '../audit/index.ts'
import { issueToken } from './issue-token.ts'
import { managers } from './managers.ts'

const LIFETIME_MS = 7 * 86_400_000

export const newInvitation = (now: Date) => issueToken(now, LIFETIME_MS)

export interface Invitation {
  id: number
  organizationId: number
  email: string
  /** The user who asks is the one with this address. */
  isTheirs: boolean
  /** Somebody has an account with this address. */
  hasAccount: boolean
  /** Whoever sent it, or renewed it, manages the members there at this moment. */
  isVouchedFor: boolean
  /** They may also let people in who have no account. */
  mayCreateAccount: boolean
}

/**
 * An invitation that is still open, by what was handed out. Its inviter must still manage the members there: whoever has
 * left, lost the right or was deactivated vouches for nobody. Where only the first account registers by itself, it makes an account only if
 * they did not found that organization, unless they administer the instance: whoever has one could let everybody in.
 * Where the founder is not known any more, it may be anybody.
 */
export async function findInvitation(
  db: Handle,
  { registration }: Pick<Config, 'registration'>,
  tokenHash: Buffer,
  userId: number | null,
  now: Date,
): Promise<Invitation | undefined> {
  return db.row<Invitation>(sql`
    select i.id, i.organization_id as "organizationId", i.email,
           coalesce(account.id = ${userId}::bigint, false) as "isTheirs", account.id is not null as "hasAccount",
           m.user_id is not null as "isVouchedFor",
           coalesce(${registration}::text = 'open' or inviter.is_instance_admin or o.created_by <> m.user_id, false)
             and m.user_id is not null as "mayCreateAccount"
    from invitations i
    join organizations o on o.id = i.organization_id
    left join (memberships m join users inviter on inviter.id = m.user_id and inviter.is_active)
      on m.organization_id = i.organization_id and m.user_id = i.invited_by
      and m.role = any(${managers}::text[]) and m.locale_codes is null
    left join users account on lower(account.email) = lower(i.email)
    where i.token_hash = ${tokenHash} and i.expires_at > ${now}`)
}

/** What an open invitation tells whoever holds it, before they say who they are. */
export const describeInvitation = (db: Handle, tokenHash: Buffer, now: Date) =>
  db.row<{ organizationName: string; email: string; expiresAt: Date }>(sql`
    select o.name as "organizationName", i.email, i.expires_at as "expiresAt"
    from invitations i join organizations o on o.id = i.organization_id
    where i.token_hash = ${tokenHash} and i.expires_at > ${now}`)

/** Turns an invitation into a membership, once. Everything else about members waits meanwhile. */
export async function redeemInvitation(
  tx: Transaction,
  { organizationId, email }: Pick<Invitation, 'organizationId' | 'email'>,
  tokenHash: Buffer,
  userId: number,
  { request, now }: Pick<Call<Entry>, 'request' | 'now'>,
): Promise<void> {
  const used = await tx.row<{ role: Role; localeCodes: string[] | null }>(sql`
    delete from invitations where token_hash = ${tokenHash} and organization_id = ${organizationId}
    returning role, locale_codes as "localeCodes"`)
  if (!used) throw fault('notFound')
  await tx.run(sql`
    insert into memberships (organization_id, user_id, role, locale_codes, joined_at, created_at)
    values (${organizationId}, ${userId}, ${used.role}, ${used.localeCodes}, ${now}, ${now})`)
  const deed = { organizationId, actor: { type: 'user' as const, id: userId }, address: request.ip, at: now }
  const subject = { type: 'member' as const, id: userId, name: email }
  await recordEntries(tx, deed, [{ event: 'member.joined', subject, details: used }])
}
