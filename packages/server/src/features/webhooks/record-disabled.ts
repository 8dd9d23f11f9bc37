import type { WebhookData, WebhookEvent } from '@parlance/contract'
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
  reason: WebhookData<'webhook.disabled'>['reason']
}

/**
 * Tells every active webhook of the project that wants to know, through the change; and, as their last delivery, those
 * that were switched off: one attempt that counts towards nothing.
 */
export async function recordDisabled(tx: Transaction, actor: Actor, at: Date, disabled: Disabled[]): Promise<void> {
  const notices = disabled.flatMap(({ id, projectId, name, events, reason }) => {
    const data = { webhookId: id, name, reason }
    record(tx, { projectId, actor, at }, [{ event: 'webhook.disabled', after: data }])
    return events.includes('webhook.disabled') ? [newDelivery(id, 'webhook.disabled', { projectId, ...data }, at)] : []
  })
  if (notices.length === 0) return
  await tx.run(sql`
    insert into deliveries (uuid, webhook_id, event, body, status, is_single, is_notice, created_at, due_at)
    select n.uuid, n.webhook_id, 'webhook.disabled', n.body, 'pending', true, true, ${at}::timestamptz, ${at}::timestamptz
    from unnest(
      ${notices.map(({ uuid }) => uuid)}::text[],
      ${notices.map(({ webhookId }) => webhookId)}::bigint[],
      ${notices.map(({ body }) => body)}::text[]
    ) as n (uuid, webhook_id, body)`)
}
