import { type WebhookEvent, webhookEventNames, webhookEvents, webhookMessages } from '../webhook-events.ts'
import type { Schemas } from './schemas.ts'

/** What the service sends to receivers, described like what it takes. */
export const webhooks = (schemas: Schemas) =>
  Object.fromEntries(webhookEventNames.map((event) => [event, { post: delivery(event, schemas) }]))

const header = (name: string, description: string, example: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})

/** One of them, or the three of Standard Webhooks: as the webhook asks for. */
const signatures = [
  header(
    'X-TMS-Signature',
    '`t=<seconds>,v1=<hex>`: HMAC-SHA256 with the secret of the webhook over `<t>.<body>`, in lowercase hexadecimal. With `signature: tms`.',
    't=1767225600,v1=5f8d2c…',
    false,
  ),
  header(
    'webhook-id',
    'Of the message, the same in every attempt. With `signature: standard`.',
    'msg_4c1f0a9be27d4d63',
    false,
  ),
  header('webhook-timestamp', 'When it was sent, in seconds. With `signature: standard`.', '1767225600', false),
  header(
    'webhook-signature',
    '`v1,<base64>`: HMAC-SHA256 over `<id>.<timestamp>.<body>`, as Standard Webhooks says. With `signature: standard`.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    false,
  ),
]
const deliveryId = header('X-TMS-Delivery-Id', 'The `deliveryId` of the body.', 'del_4c1f0a9be27d4d63')
const agent = header('User-Agent', 'Who sends: always the same.', 'TMS-Webhooks/1.0')

function delivery(event: WebhookEvent, schemas: Schemas) {
  return {
    operationId: event,
    tags: ['Webhooks'],
    summary: webhookEvents[event].summary,
    description: 'Sent to every active webhook of the project that subscribes to the event and may tell it.',
    security: [],
    parameters: [...signatures, header('X-TMS-Event', 'The name of the event.', event), deliveryId, agent],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.tell(webhookMessages[event], [event]) } },
    },
    responses: { '2XX': { description: 'Taken. Anything else, or nothing within 10 seconds, is tried again.' } },
  }
}
