import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { MemberAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'

/**
 * For what ends when its creator leaves: whoever removes them waits until it is made, and then ends it with the rest. Made
 * a moment later it would come to life should they be added again.
 */
export async function holdMembership(tx: Transaction, { organizationId, userId }: MemberAccess): Promise<void> {
  const held = await tx.row(sql`
    select 1 from memberships
    where organization_id = ${organizationId} and user_id = ${userId} and joined_at is not null
    for key share`)
  if (!held) throw fault('projectNotFound')
}
