import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getDelivery } from './deliveries/get-delivery.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { retryDelivery } from './deliveries/retry-delivery.ts'
import { testWebhook } from './deliveries/test-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { getWebhookStats } from './get-webhook-stats.ts'
import { listWebhooks } from './list-webhooks.ts'
import { regenerateSecret } from './regenerate-secret.ts'
import { updateWebhook } from './update-webhook.ts'

export const webhookEndpoints = [
  listWebhooks,
  getWebhook,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  regenerateSecret,
  listDeliveries,
  getDelivery,
  retryDelivery,
  getWebhookStats,
]
