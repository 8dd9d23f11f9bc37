import type { WebhookEvent } from '@parlance/contract'
import type { Actor } from '../../changes/author.ts'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { newDelivery } from './deliveries/new-delivery.ts'

interface Disabled {
  id: number
  projectId: number
  name: string
  events: WebhookEvent[]
  reason: 'manual' | 'max_consecutive_failures'
}

/**
 * Tells every active webhook of the project that wants to know, through the change; and, as its last delivery, the one
 * that was switched off: one attempt that counts towards nothing.
 */
export async function recordDisabled(tx: Transaction, actor: Actor, at: Date, disabled: Disabled[]): Promise<void> {
  for (const { id, projectId, name, events, reason } of disabled) {
    const data = { webhookId: id, name, reason }
    record(tx, { projectId, actor, at }, [{ event: 'webhook.disabled', after: data }])
    if (!events.includes('webhook.disabled')) continue
    const notice = newDelivery(id, 'webhook.disabled', { projectId, ...data }, at)
    await tx.run(sql`
      insert into deliveries (uuid, webhook_id, event, body, status, is_single, is_notice, created_at, due_at)
      values (${notice.uuid}, ${id}, ${notice.event}, ${notice.body}, 'pending', true, true, ${at}, ${at})`)
  }
}
