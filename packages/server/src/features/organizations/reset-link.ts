import { type Role, roleNames, type Situation } from '@parlance/contract'
import type { Config } from '../../config.ts'
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
  hasPassword: boolean
  /** The identity provider of the instance opens the account. */
  hasProvider: boolean
}

type Ways = Pick<Config, 'provider' | 'hasPasswords'>

const rankOf = (role: Role) => roleNames.indexOf(role)

/**
 * Why somebody may not give somebody else a new password; undefined when they may. Whoever holds the link holds the
 * account, so it must open nothing that its maker could not give themselves: no higher role, no other organization, and
 * not the instance. Nor is it a way around one's own password, which a stolen session must not change, or into an account
 * that the identity provider alone opens. Where that is no longer asked, administrators of the instance help.
 */
export function obstacleTo(parties: Parties, { hasPasswords }: Ways): Situation | undefined {
  const { makerId, makerRole, isMakerInstanceAdmin, userId, role, isActive, isInstanceAdmin, isElsewhere } = parties
  const { hasPassword, hasProvider } = parties
  if (makerId === userId) return 'ownPassword'
  if (rankOf(role) < rankOf(makerRole)) return 'higherRole'
  if (isInstanceAdmin && !isMakerInstanceAdmin) return 'higherRole'
  if (isElsewhere && !isMakerInstanceAdmin) return 'memberElsewhere'
  if (!isActive) return 'memberDeactivated'
  if (!hasPassword && (hasProvider || !isMakerInstanceAdmin)) return 'memberSignsInElsewhere'
  return hasPasswords || isInstanceAdmin ? undefined : 'passwordUseless'
}

const partiesOf = ({ provider }: Ways, organizationId: Sql, makerId: Sql, userId: Sql) => ({
  columns: sql`
    maker.id as "makerId", making.role as "makerRole", making.locale_codes is not null as "isMakerRestricted",
    maker.is_active as "isMakerActive", maker.is_instance_admin as "isMakerInstanceAdmin", person.id as "userId",
    m.role, person.is_active as "isActive", person.is_instance_admin as "isInstanceAdmin",
    exists (select 1 from memberships e where e.user_id = person.id and e.organization_id <> m.organization_id)
      as "isElsewhere",
    person.password_hash is not null as "hasPassword",
    exists (select 1 from identities i where i.user_id = person.id and i.issuer = ${provider?.issuer ?? null})
      as "hasProvider"`,
  joins: sql`
    join memberships making on making.organization_id = ${organizationId} and making.user_id = ${makerId}
    join users maker on maker.id = making.user_id
    join memberships m on m.organization_id = ${organizationId} and m.user_id = ${userId}
    join users person on person.id = m.user_id`,
})

export function findParties(
  db: Handle,
  ways: Ways,
  organizationId: number,
  makerId: number,
  userId: number,
): Promise<Parties> {
  const { columns, joins } = partiesOf(ways, sql`o.id`, sql`${makerId}`, sql`${userId}`)
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
export async function findResetLink(
  db: Handle,
  ways: Ways,
  tokenHash: Buffer,
  now: Date,
): Promise<ResetLink | undefined> {
  const { columns, joins } = partiesOf(ways, sql`l.organization_id`, sql`l.created_by`, sql`l.user_id`)
  const found = await db.row<Parties & ResetLink>(sql`
    select l.organization_id as "organizationId", ${columns}
    from reset_links l ${joins}
    where l.token_hash = ${tokenHash} and l.expires_at > ${now}`)
  if (!found || !managers.includes(found.makerRole) || found.isMakerRestricted || !found.isMakerActive) return undefined
  return obstacleTo(found, ways) === undefined ? found : undefined
}
