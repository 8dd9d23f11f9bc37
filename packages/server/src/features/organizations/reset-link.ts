import { type Role, roleNames, type Situation } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { issueToken } from './issue-token.ts'
import { managers } from './managers.ts'

const LIFETIME_MS = 24 * 3_600_000

export const newResetLink = (now: Date) => issueToken(now, LIFETIME_MS)

/** Who makes a link for whom, as both stand at this moment. */
interface Parties {
  makerId: number
  makerRole: Role
  isMakerRestricted: boolean
  isMakerActive: boolean
  isMakerInstanceAdmin: boolean
  userId: number
  role: Role
  isActive: boolean
  isInstanceAdmin: boolean
  isElsewhere: boolean
}

const rankOf = (role: Role) => roleNames.indexOf(role)

/**
 * Why somebody may not give somebody else a new password; undefined when they may. Whoever holds the link holds the
 * account, so it must open nothing that its maker could not give themselves: no higher role, no other organization, and
 * not the instance. Nor is it a way around one's own password, which a stolen session must not change.
 */
export function obstacleTo(parties: Parties): Situation | undefined {
  const { makerId, makerRole, isMakerInstanceAdmin, userId, role, isActive, isInstanceAdmin, isElsewhere } = parties
  if (makerId === userId) return 'ownPassword'
  if (rankOf(role) < rankOf(makerRole)) return 'higherRole'
  if (isInstanceAdmin && !isMakerInstanceAdmin) return 'higherRole'
  if (isElsewhere && !isMakerInstanceAdmin) return 'memberElsewhere'
  return isActive ? undefined : 'memberDeactivated'
}

const partiesOf = (organizationId: Sql, makerId: Sql, userId: Sql) => ({
  columns: sql`
    maker.id as "makerId", making.role as "makerRole", making.locale_codes is not null as "isMakerRestricted",
    maker.is_active as "isMakerActive", maker.is_instance_admin as "isMakerInstanceAdmin", person.id as "userId",
    m.role, person.is_active as "isActive", person.is_instance_admin as "isInstanceAdmin",
    exists (select 1 from memberships e where e.user_id = person.id and e.organization_id <> m.organization_id)
      as "isElsewhere"`,
  joins: sql`
    join memberships making on making.organization_id = ${organizationId} and making.user_id = ${makerId}
    join users maker on maker.id = making.user_id
    join memberships m on m.organization_id = ${organizationId} and m.user_id = ${userId}
    join users person on person.id = m.user_id`,
})

export function findParties(db: Handle, organizationId: number, makerId: number, userId: number): Promise<Parties> {
  const { columns, joins } = partiesOf(sql`o.id`, sql`${makerId}`, sql`${userId}`)
  return db.one<Parties>(sql`select ${columns} from organizations o ${joins} where o.id = ${organizationId}`)
}

interface ResetLink {
  organizationId: number
  userId: number
}

/**
 * A link that is still good, by what was handed out. Its maker must be able to make it now: whoever was demoted or
 * restricted since opens no account with what they prepared, and nobody's who has become more, or joined elsewhere.
 */
export async function findResetLink(db: Handle, tokenHash: Buffer, now: Date): Promise<ResetLink | undefined> {
  const { columns, joins } = partiesOf(sql`l.organization_id`, sql`l.created_by`, sql`l.user_id`)
  const found = await db.row<Parties & ResetLink>(sql`
    select l.organization_id as "organizationId", ${columns}
    from reset_links l ${joins}
    where l.token_hash = ${tokenHash} and l.expires_at > ${now}`)
  if (!found || !managers.includes(found.makerRole) || found.isMakerRestricted || !found.isMakerActive) return undefined
  return obstacleTo(found) === undefined ? found : undefined
}
