import type { StreamEvent } from './stream-events.ts'
import type { WebhookEvent } from './webhook-events.ts'

interface Told {
  stream?: StreamEvent
  /** Several values changed by one request are told together, as `translation.batch_updated`. */
  webhook?: WebhookEvent
}

/** Every change the product records, and how it is told. What has neither is for the history alone. */
export const changeEvents = {
  'key.created': { stream: 'key.created', webhook: 'key.created' },
  'key.restored': { stream: 'key.created', webhook: 'key.created' },
  'key.updated': { stream: 'key.updated', webhook: 'key.updated' },
  'key.deleted': { stream: 'key.deleted', webhook: 'key.deleted' },
  'schema.updated': { stream: 'schema.updated' },
  'translation.created': { stream: 'translation.upserted', webhook: 'translation.created' },
  'translation.updated': { stream: 'translation.upserted', webhook: 'translation.updated' },
  'translation.restored': { stream: 'translation.upserted', webhook: 'translation.created' },
  'comment.created': { stream: 'comment.created', webhook: 'comment.created' },
  'comment.updated': { stream: 'comment.updated' },
  'issue.ignored': { stream: 'issue.ignored', webhook: 'issue.ignored' },
  'issue.reopened': { stream: 'issue.reopened', webhook: 'issue.reopened' },
  'namespace.created': { stream: 'namespace.created', webhook: 'namespace.created' },
  'namespace.updated': { webhook: 'namespace.updated' },
  'namespace.deleted': { webhook: 'namespace.deleted' },
  'project.locale_added': { stream: 'project.locale.updated', webhook: 'project.locale_added' },
  'project.locale_removed': { stream: 'project.locale.updated', webhook: 'project.locale_removed' },
  'import.completed': { webhook: 'import.completed' },
  'export.completed': { webhook: 'export.completed' },
  'webhook.disabled': { webhook: 'webhook.disabled' },
  'batch_mt.scheduled': { stream: 'batch_mt.scheduled' },
  'batch_mt.started': { stream: 'batch_mt.started' },
  'batch_mt.progress': { stream: 'batch_mt.progress' },
  'batch_mt.completed': { stream: 'batch_mt.completed' },
  'batch_mt.failed': { stream: 'batch_mt.failed' },
  'cdn_deploy.started': { stream: 'cdn_deploy.started' },
  'cdn_deploy.completed': { stream: 'cdn_deploy.completed' },
  'cdn_deploy.failed': { stream: 'cdn_deploy.failed' },
  'cdn_deploy.published_again': {},
} as const satisfies Record<string, Told>
export type ChangeEvent = keyof typeof changeEvents
export const changeEventNames = Object.keys(changeEvents) as ChangeEvent[]
