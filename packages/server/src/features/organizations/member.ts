import type { AuditEvent, Role } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { containing } from '../../db/substring.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { localeCode } from '../../locale.ts'

export interface MemberRow {
  userId: number
  email: string
  name: string
  role: Role
  localeCodes: string[] | null
  joinedAt: Date | null
}

export const presentMember = ({ joinedAt, ...member }: MemberRow) => ({
  ...member,
  joinedAt: joinedAt?.toISOString() ?? null,
})

/** Which of them, and how many. */
interface Chosen {
  userId?: number
  /** Part of a name or of an email. */
  search?: string | undefined
  /** Those behind this one. */
  after?: number | undefined
  limit?: number | undefined
}

/**
 * Members and those who were invited. Of the latter nothing is told but what their inviter knew: an invitation is no
 * window into the accounts of the instance.
 */
export function findMembers(db: Handle, orgId: number, { userId, search, after, limit }: Chosen = {}) {
  const pattern = search ? containing(search) : null
  return db.rows<MemberRow>(sql`
    with people as (
      select u.id as "userId", u.email, u.name, m.role, m.locale_codes as "localeCodes", m.joined_at as "joinedAt"
      from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${orgId} and u.id = coalesce(${userId ?? null}::bigint, u.id)
      union all
      select i.id, i.email, i.email, i.role, i.locale_codes, null
      from invitations i
      where i.organization_id = ${orgId} and i.id = coalesce(${userId ?? null}::bigint, i.id)
    )
    select * from people
    where "userId" > ${after ?? 0}
      and (${pattern}::text is null or folded(name) like folded(${pattern}) or folded(email) like folded(${pattern}))
    order by "userId"
    limit ${limit ?? null}`)
}

/** Members and invitations of an organization stay as they are until the commit. */
export const lockMembers = (tx: Transaction, orgId: number) =>
  tx.run(sql`select 1 from organizations where id = ${orgId} for no key update`)

/**
 * Refuses to take the only owner who can sign in away, or the only one of them who may see all languages: a restricted one
 * cannot change members, so nobody could undo it.
 */
export async function assertNotLastOwner(tx: Transaction, orgId: number, member: MemberRow): Promise<void> {
  const { userId, role, localeCodes } = member
  if (role !== 'owner') return
  const others = await tx.row(sql`
    select 1 from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${orgId} and m.role = 'owner' and m.user_id <> ${userId} and u.is_active
      and (m.locale_codes is null or ${localeCodes}::text[] is not null)`)
  if (!others) throw fault('lastOwner')
}

/** What the audit log tells of one of them: until they have joined, they are known by what their inviter knew. */
export const entryOf = (event: AuditEvent, { userId, email, role, localeCodes }: MemberRow) => ({
  event,
  subject: { type: 'member' as const, id: userId, name: email },
  details: { role, localeCodes },
})

/** A restriction in canonical spelling, each language once. */
export const restrictionOf = (codes: readonly string[] | null) => codes && [...new Set(codes.map(localeCode))].sort()
