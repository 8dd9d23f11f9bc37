import type { TextId } from '../../text/text.ts'
import type { TOLD_EVENTS } from './activity-text.ts'

type ToldEvent = (typeof TOLD_EVENTS)[number]

/** What somebody looks for, in the words of the filter, and the changes it stands for. */
export const KINDS = {
  texts: ['translation.created', 'translation.updated', 'translation.restored'],
  keys: ['key.created', 'key.updated', 'key.deleted', 'key.restored'],
  comments: ['comment.created', 'comment.updated'],
  issues: ['issue.ignored', 'issue.reopened'],
  files: ['import.completed', 'export.completed'],
  published: ['cdn_deploy.completed', 'cdn_deploy.published_again'],
  machine: ['batch_mt.completed'],
  project: [
    'project.locale_added',
    'project.locale_removed',
    'namespace.created',
    'namespace.updated',
    'namespace.deleted',
    'webhook.disabled',
  ],
} as const satisfies Record<string, readonly ToldEvent[]>

export type Kind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as Kind[]
export const KIND_TEXTS: Record<Kind, TextId> = {
  texts: 'activity.kindTexts',
  keys: 'activity.kindKeys',
  comments: 'activity.kindComments',
  issues: 'activity.kindIssues',
  files: 'activity.kindFiles',
  published: 'activity.kindPublished',
  machine: 'activity.kindMachine',
  project: 'activity.kindProject',
}
