export type { WebhookEvent, WebhookMessage } from '@parlance/contract'
export { type ReadEventsOptions, readEvents, StreamRefusedError } from './read-events.ts'
export type { StreamMessage } from './stream-message.ts'
export { type VerifyOptions, verifyWebhook, WebhookSignatureError } from './verify-webhook.ts'
