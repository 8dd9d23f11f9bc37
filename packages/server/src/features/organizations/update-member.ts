import { type AuditEvent, contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { deedOf, differences, recordEntries } from '../audit/index.ts'
import { lockMemberFor } from './managers.ts'
import { assertNotLastOwner, entryOf, type MemberRow, presentMember, restrictionOf } from './member.ts'

export const updateMember = implement(contract.updateMember, ({ db }, call) =>
  transaction(db, async (tx) => {
    const { access, params, body } = call
    const { organizationId: orgId } = access
    const member = await lockMemberFor(tx, access, params.userId)
    const role = body.role ?? member.role
    const localeCodes = body.localeCodes === undefined ? member.localeCodes : restrictionOf(body.localeCodes)
    if (role !== 'owner' || isNarrower(localeCodes, member)) await assertNotLastOwner(tx, orgId, member)
    // The number is a member's or an invitation's, never both.
    await tx.run(sql`
      with invited as (
        update invitations set role = ${role}, locale_codes = ${localeCodes}
        where organization_id = ${orgId} and id = ${params.userId}
      )
      update memberships set role = ${role}, locale_codes = ${localeCodes}
      where organization_id = ${orgId} and user_id = ${params.userId}`)
    await recordEntries(tx, deedOf(call), [
      ...changed('member.role_changed', member, { role }),
      ...changed('member.restriction_changed', member, { localeCodes }),
    ])
    return presentMember({ ...member, role, localeCodes })
  }),
)

const isNarrower = (localeCodes: readonly string[] | null, before: MemberRow) =>
  localeCodes !== null && before.localeCodes === null

/** An entry, where something is different. */
function changed(event: AuditEvent, member: MemberRow, after: Partial<MemberRow>) {
  const details = differences<Partial<MemberRow>>(member, after)
  return details ? [{ ...entryOf(event, member), details: { ...details } }] : []
}
