import Type from 'typebox'
import { at, project } from '../access.ts'
import { Id, limitOf, Nullable, named, Text, Time } from '../fields.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'
import { AnyWebhookMessage, webhookEventNames } from '../webhook-events.ts'

const Name = Text({ min: 1, max: limits.name, short: 'FIELD_TOO_SHORT' })
const Url = Type.String({
  format: 'text',
  minLength: 1,
  maxLength: 2048,
  pattern: '^https?://.+',
  'x-short': 'FIELD_TOO_SHORT',
  'x-advice': 'It begins with `http://` or `https://`.',
})
const Events = Type.Array(Type.Enum(webhookEventNames), { minItems: 1, maxItems: 100 })
const Signature = Type.Enum(['tms', 'standard'], {
  description:
    'What deliveries are signed with: `tms` is X-TMS-Signature; `standard` is webhook-id, webhook-timestamp and webhook-signature, as Standard Webhooks says.',
})
const deliveryStatuses = ['pending', 'success', 'failed', 'retrying'] as const

const webhookFields = {
  id: Id,
  uuid: Type.String(),
  organizationId: Id,
  projectId: Id,
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.Enum(webhookEventNames)),
  isActive: Type.Boolean(),
  signature: Signature,
  consecutiveFailures: Type.Integer(),
  lastTriggeredAt: Nullable(Time),
  lastSuccessAt: Nullable(Time),
  createdBy: Id,
  createdAt: Time,
  updatedAt: Time,
}
const Webhook = Type.Object(webhookFields)
const CreatedWebhook = Type.Object({ ...webhookFields, secret: Type.String() })

const Delivery = Type.Object({
  id: Id,
  uuid: Type.String(),
  webhookId: Id,
  event: Type.Enum(webhookEventNames),
  payload: Nullable(AnyWebhookMessage),
  status: Type.Enum([...deliveryStatuses]),
  httpStatus: Nullable(Type.Integer()),
  attemptNumber: Type.Integer(),
  responseBody: Nullable(Type.String()),
  errorMessage: Nullable(Type.String()),
  durationMs: Nullable(Type.Integer()),
  sentAt: Nullable(Time),
  completedAt: Nullable(Time),
  nextRetryAt: Nullable(Time),
  createdAt: Time,
})

named({ Webhook, CreatedWebhook, Delivery })

export const webhookRoutes = routes('Webhooks', {
  listWebhooks: {
    method: 'GET',
    path: '/projects/{projectId}/webhooks',
    summary: 'The webhooks of a project',
    access: project('webhook.view'),
    responses: { 200: Type.Array(Webhook) },
  },
  createWebhook: {
    method: 'POST',
    path: '/projects/{projectId}/webhooks',
    summary: 'Create a webhook, which tells what its creator may see; its secret is shown this once',
    access: project('webhook.create'),
    body: Type.Object({
      name: Name,
      url: Url,
      events: Events,
      isActive: Type.Optional(Type.Boolean()),
      signature: Type.Optional(Signature),
    }),
    responses: { 201: CreatedWebhook },
    errors: ['webhookUrlNotAllowed', 'quotaExceeded'],
  },
  getWebhook: {
    method: 'GET',
    path: '/webhooks/{id}',
    summary: 'One webhook',
    access: at('webhook', 'webhook.view'),
    responses: { 200: Webhook },
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/webhooks/{id}',
    summary: 'Change a webhook, or switch it on and off; whoever does is its creator from then on',
    access: at('webhook', 'webhook.edit'),
    body: Type.Object({
      name: Type.Optional(Name),
      url: Type.Optional(Url),
      events: Type.Optional(Events),
      isActive: Type.Optional(Type.Boolean()),
      signature: Type.Optional(Signature),
    }),
    responses: { 200: Webhook },
    errors: ['webhookUrlNotAllowed', 'readOnly'],
    effect: 'always',
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete a webhook; nothing more is sent to it',
    access: at('webhook', 'webhook.delete'),
    responses: { 204: null },
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Send a test delivery',
    access: at('webhook', 'webhook.edit'),
    responses: { 202: Delivery },
  },
  regenerateSecret: {
    method: 'POST',
    path: '/webhooks/{id}/regenerate-secret',
    summary: 'Replace the secret; deliveries under way use the new one',
    access: at('webhook', 'webhook.edit'),
    responses: { 200: Type.Object({ secret: Type.String() }) },
    effect: 'always',
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: 'What was sent to a webhook, newest first',
    access: at('webhook', 'webhook.view'),
    query: Type.Object({
      limit: Type.Optional(limitOf(20)),
      cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' })),
      status: Type.Optional(Type.Enum([...deliveryStatuses])),
    }),
    responses: {
      200: Type.Object({
        deliveries: Type.Array(Delivery),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
        total: Type.Integer(),
      }),
    },
    errors: ['invalidCursor'],
  },
  getDelivery: {
    method: 'GET',
    path: '/deliveries/{id}',
    summary: 'One delivery',
    access: at('delivery', 'webhook.view'),
    responses: { 200: Delivery },
  },
  retryDelivery: {
    method: 'POST',
    path: '/deliveries/{id}/retry',
    summary: 'Try a failed delivery once more',
    access: at('delivery', 'webhook.edit'),
    responses: { 200: Delivery },
    errors: ['retryNotAllowed'],
  },
  getWebhookStats: {
    method: 'GET',
    path: '/webhooks/{id}/stats',
    summary: 'How many deliveries there were, and how they ended',
    access: at('webhook', 'webhook.view'),
    responses: {
      200: Type.Object({ total: Type.Integer(), successful: Type.Integer(), failed: Type.Integer() }),
    },
  },
})
