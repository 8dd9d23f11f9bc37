import { randomBytes } from 'node:crypto'
import type { WebhookData, WebhookEvent } from '@parlance/contract'

/** A delivery that no change brought about: its name, and the body whose bytes are sent on every attempt. */
export function newDelivery<E extends WebhookEvent>(webhookId: number, event: E, data: WebhookData<E>, now: Date) {
  const uuid = `del_${randomBytes(16).toString('hex')}`
  return {
    webhookId,
    uuid,
    event,
    body: JSON.stringify({ event, timestamp: now.toISOString(), deliveryId: uuid, data }),
  }
}
