import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { keyEntry } from './api-key.ts'

interface Leaving {
  organizationId: number
  userId: number
}

/**
 * Revokes the keys of somebody who leaves an organization, for good: they do not work again should the person come back.
 * Returns what the audit log is to tell of it.
 */
export async function endApiKeysOf(tx: Transaction, { organizationId, userId }: Leaving, at: Date) {
  const ended = await tx.rows<{ id: number; name: string; projectId: number }>(sql`
    update api_keys k set revoked_at = ${at}
    from projects p
    where p.id = k.project_id and p.organization_id = ${organizationId} and k.created_by = ${userId}
      and k.revoked_at is null
    returning k.id, k.name, k.project_id as "projectId"`)
  return ended.map((key) => keyEntry('api_key.revoked', key, { reason: 'creator_left' }))
}
