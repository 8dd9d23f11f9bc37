import type { WebhookEvent } from '@parlance/contract'
import type { Actor } from '../../changes/author.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { recordDisabled } from './record-disabled.ts'

interface Leaving {
  userId: number
  /** Null: all of them. */
  organizationId: number | null
}

interface Ended {
  id: number
  projectId: number
  name: string
  events: WebhookEvent[]
}

/**
 * Switches off the webhooks of somebody who leaves an organization, or all, in all projects: nobody would answer for what
 * they tell. Whoever changes one later answers for it from then on. Locks in the order of ids, as those do who settle deliveries;
 * the counters of the projects are taken in their order, too.
 */
export async function endWebhooksOf(
  tx: Transaction,
  { organizationId, userId }: Leaving,
  actor: Actor,
  at: Date,
): Promise<void> {
  const ended = await tx.rows<Ended>(sql`
    with theirs as (
      select w.id from webhooks w join projects p on p.id = w.project_id
      where p.organization_id = coalesce(${organizationId}::bigint, p.organization_id)
        and w.created_by = ${userId} and w.is_active and w.deleted_at is null
      order by w.id
      for no key update of w
    )
    update webhooks w set is_active = false, updated_at = ${at} from theirs where w.id = theirs.id
    returning w.id, w.project_id as "projectId", w.name, w.events`)
  ended.sort((a, b) => a.projectId - b.projectId || a.id - b.id)
  await recordDisabled(
    tx,
    actor,
    at,
    ended.map((webhook) => ({ ...webhook, reason: 'creator_left' })),
  )
}
