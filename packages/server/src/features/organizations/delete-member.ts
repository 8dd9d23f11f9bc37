import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { assertNotLastOwner, lockMember } from './member.ts'

export const deleteMember = implement(contract.deleteMember, ({ db }, { access, params }) =>
  transaction(db, async (tx) => {
    const { organizationId: orgId } = access
    await assertNotLastOwner(tx, orgId, await lockMember(tx, orgId, params.userId))
    // The number is a member's or an invitation's, never both.
    await tx.run(sql`
      with withdrawn as (delete from invitations where organization_id = ${orgId} and id = ${params.userId})
      delete from memberships where organization_id = ${orgId} and user_id = ${params.userId}`)
  }),
)
