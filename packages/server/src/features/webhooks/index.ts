export { endWebhooksOf } from './end-webhooks.ts'
