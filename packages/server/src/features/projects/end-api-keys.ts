import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { keyEntry } from './api-key.ts'

interface Leaving {
  userId: number
  /** Null: all of them. */
  organizationId: number | null
  reason: 'creator_left' | 'creator_deactivated'
}

interface Ended {
  id: number
  name: string
  projectId: number
  organizationId: number
}

/**
 * Revokes the keys of somebody who leaves an organization, or all, for good: they do not work again should the person come
 * back. Returns what the audit logs are to tell of it.
 */
export async function endApiKeysOf(tx: Transaction, { organizationId, userId, reason }: Leaving, at: Date) {
  const ended = await tx.rows<Ended>(sql`
    update api_keys k set revoked_at = ${at}
    from projects p
    where p.id = k.project_id and p.organization_id = coalesce(${organizationId}::bigint, p.organization_id)
      and k.created_by = ${userId} and k.revoked_at is null
    returning k.id, k.name, k.project_id as "projectId", p.organization_id as "organizationId"`)
  return ended.map((key) => ({
    ...keyEntry('api_key.revoked', key, { reason }),
    organizationId: key.organizationId,
  }))
}
