export { type ReadEventsOptions, readEvents, StreamRefusedError } from './read-events.ts'
export type { StreamMessage } from './stream-message.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookMessage,
  WebhookSignatureError,
} from './verify-webhook.ts'
