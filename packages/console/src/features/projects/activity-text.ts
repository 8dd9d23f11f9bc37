import type { TextId } from '../../text/text.ts'

const BY_EVENT: Record<string, TextId> = {
  'key.created': 'activity.keyCreated',
  'key.restored': 'activity.keyRestored',
  'key.updated': 'activity.keyUpdated',
  'key.deleted': 'activity.keyDeleted',
  'translation.created': 'activity.translated',
  'translation.updated': 'activity.changed',
  'translation.restored': 'activity.changed',
  'comment.created': 'activity.commented',
  'comment.updated': 'activity.commented',
  'import.completed': 'activity.imported',
  'export.completed': 'activity.exported',
  'project.locale_added': 'activity.localeAdded',
  'project.locale_removed': 'activity.localeRemoved',
  'batch_mt.completed': 'activity.machine',
  'cdn_deploy.completed': 'activity.published',
  'cdn_deploy.published_again': 'activity.published',
}

/** The sentence that tells a change. */
export const activityText = (event: string): TextId => BY_EVENT[event] ?? 'activity.other'
