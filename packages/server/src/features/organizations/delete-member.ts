import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { endApiKeysOf } from '../projects/index.ts'
import { endWebhooksOf } from '../webhooks/index.ts'
import { assertManages, lockMemberFor, lockOneself } from './managers.ts'
import { assertNotLastOwner, entryOf } from './member.ts'

/**
 * What they made to act for them ends with their membership: API keys and webhooks. Everybody may leave, whatever their
 * role and languages.
 */
export const deleteMember = implement(contract.deleteMember, ({ db }, call) => {
  const isLeaving = call.params.userId === call.access.userId
  if (!isLeaving) assertManages(call.access)
  return transaction(db, async (tx) => {
    const { access, params, now } = call
    const { organizationId: orgId } = access
    const member = isLeaving ? await lockOneself(tx, access) : await lockMemberFor(tx, access, params.userId)
    await assertNotLastOwner(tx, orgId, member)
    // The number is a member's or an invitation's, never both.
    await tx.run(sql`
      with withdrawn as (delete from invitations where organization_id = ${orgId} and id = ${params.userId})
      delete from memberships where organization_id = ${orgId} and user_id = ${params.userId}`)
    const leaving = { organizationId: orgId, userId: params.userId, reason: 'creator_left' as const }
    const revoked = await endApiKeysOf(tx, leaving, now)
    await endWebhooksOf(tx, leaving, { type: 'user', id: access.userId }, now)
    await recordEntries(tx, deedOf(call), [...revoked, entryOf(isLeaving ? 'member.left' : 'member.removed', member)])
  })
})
