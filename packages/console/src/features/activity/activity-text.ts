import type { TextId } from '../../text/text.ts'

const BY_EVENT = {
  'key.created': 'activity.keyCreated',
  'key.restored': 'activity.keyRestored',
  'key.updated': 'activity.keyUpdated',
  'key.deleted': 'activity.keyDeleted',
  'translation.created': 'activity.translated',
  'translation.updated': 'activity.changed',
  'translation.restored': 'activity.changed',
  'comment.created': 'activity.commented',
  'comment.updated': 'activity.commented',
  'issue.ignored': 'activity.issueIgnored',
  'issue.reopened': 'activity.issueReopened',
  'import.completed': 'activity.imported',
  'export.completed': 'activity.exported',
  'project.locale_added': 'activity.localeAdded',
  'project.locale_removed': 'activity.localeRemoved',
  'namespace.created': 'activity.namespaceCreated',
  'namespace.updated': 'activity.namespaceUpdated',
  'namespace.deleted': 'activity.namespaceDeleted',
  'webhook.disabled': 'activity.webhookDisabled',
  'batch_mt.completed': 'activity.machine',
  'cdn_deploy.completed': 'activity.published',
  'cdn_deploy.published_again': 'activity.publishedAgain',
} as const satisfies Record<string, TextId>

/** What is worth telling; the rest follows from it, or is how something gets on. */
export const TOLD_EVENTS = Object.keys(BY_EVENT) as (keyof typeof BY_EVENT)[]

/** The sentence that tells a change. */
export const activityText = (event: string): TextId => (BY_EVENT as Record<string, TextId>)[event] ?? 'activity.other'
