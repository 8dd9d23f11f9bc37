import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'

interface Leaving {
  organizationId: number
  userId: number
}

/** Revokes the keys of somebody who leaves an organization, for good: they do not work again should the person come back. */
export async function endApiKeysOf(tx: Transaction, { organizationId, userId }: Leaving, at: Date): Promise<void> {
  await tx.run(sql`
    update api_keys k set revoked_at = ${at}
    from projects p
    where p.id = k.project_id and p.organization_id = ${organizationId} and k.created_by = ${userId}
      and k.revoked_at is null`)
}
