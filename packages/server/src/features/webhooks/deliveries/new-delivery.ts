import { randomBytes } from 'node:crypto'
import type { WebhookData, WebhookEvent } from '@parlance/contract'

/** A delivery that no change brought about: its name, and the body whose bytes are sent on every attempt. */
export function newDelivery<E extends WebhookEvent>(webhookId: number, event: E, data: WebhookData<E>, now: Date) {
  const uuid = `del_${randomBytes(16).toString('hex')}`
  return { webhookId, uuid, event, body: bodyOf({ event, uuid, createdAt: now }, JSON.stringify(data)) }
}

interface Named {
  event: WebhookEvent
  uuid: string
  createdAt: Date
}

/** The body of a delivery around data that is JSON already; of the same delivery always the same bytes. */
export const bodyOf = ({ event, uuid, createdAt }: Named, data: string) =>
  `{"event":"${event}","timestamp":"${createdAt.toISOString()}","deliveryId":"${uuid}","data":${data}}`
