import { type Permission, type Role, roleNames, roles } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { assertHolds, type OrganizationAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { findMembers, lockMembers, type MemberRow } from './member.ts'

const MANAGES: Permission = 'organization.manage_settings'

/** Roles that manage members, and so may bring new people along. */
export const managers = roleNames.filter((role) => roles[role].includes(MANAGES))

/** Whether somebody may change members, by what the door knew of them. */
export function assertManages(access: OrganizationAccess): void {
  assertHolds(access, MANAGES)
  if (access.localeCodes) throw fault('restrictedToLocales')
}

interface Standing {
  role: Role
  localeCodes: string[] | null
  isSignedIn: boolean
}

/**
 * Locks the members and invitations of an organization for somebody who still manages them. They were let in before their
 * body was read, and may send it as slowly as they like: whoever was removed, demoted or restricted meanwhile would make
 * it undone with a request kept open for that. The refusals are those of the door.
 */
export async function lockMembersFor(tx: Transaction, access: OrganizationAccess): Promise<Standing> {
  const standing = await lockMembersAs(tx, access)
  if (!managers.includes(standing.role)) throw fault('missingPermission', { requiredPermission: MANAGES })
  if (standing.localeCodes) throw fault('restrictedToLocales')
  return standing
}

/** The same for any member who is still signed in. */
async function lockMembersAs(tx: Transaction, access: OrganizationAccess): Promise<Standing> {
  const { organizationId, userId, session } = access
  await lockMembers(tx, organizationId)
  const standing = await tx.row<Standing>(sql`
    select role, locale_codes as "localeCodes",
           exists (select 1 from sessions where id = ${session.sessionId}) as "isSignedIn"
    from memberships where organization_id = ${organizationId} and user_id = ${userId}`)
  if (!standing) throw fault('notFound')
  if (!standing.isSignedIn) throw fault('authenticationRequired')
  return standing
}

/** One of them, with all of them locked. */
export async function lockMemberFor(tx: Transaction, access: OrganizationAccess, userId: number): Promise<MemberRow> {
  await lockMembersFor(tx, access)
  return memberOf(tx, access.organizationId, userId)
}

/** Whoever asks, with all of them locked. */
export async function lockOneself(tx: Transaction, access: OrganizationAccess): Promise<MemberRow> {
  await lockMembersAs(tx, access)
  return memberOf(tx, access.organizationId, access.userId)
}

async function memberOf(tx: Transaction, organizationId: number, userId: number): Promise<MemberRow> {
  const [member] = await findMembers(tx, organizationId, { userId })
  if (!member) throw fault('notFound')
  return member
}
