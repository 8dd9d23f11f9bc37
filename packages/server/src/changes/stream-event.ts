import { changeEvents, type StreamEvent } from '@parlance/contract'
import type { CommittedChange } from './feed.ts'

export interface Told {
  event: StreamEvent
  payload: Record<string, unknown>
}

/** A change as the stream tells it; undefined for what is not told there. */
export function streamEventOf(projectId: number, change: CommittedChange): Told | undefined {
  const told = changeEvents[change.event]
  if (!('stream' in told) || isHalfKnown(change)) return undefined
  return { event: told.stream, payload: { projectId, ...payloadOf(told.stream, change) } }
}

/** Of a comment from before streams told them, too little was kept to tell it now. */
const isHalfKnown = ({ event, after }: CommittedChange) =>
  event === 'comment.created' && !('isResolved' in (after ?? {}))

function payloadOf(event: StreamEvent, change: CommittedChange): Record<string, unknown> {
  const { keyId, key, namespace, translationId, locale, before, after } = change
  const ofKey = { keyId, key, namespace }
  switch (event) {
    case 'translation.upserted':
      return { ...ofKey, translationId, locale, value: after?.['value'] ?? null, status: after?.['status'] }
    case 'key.created':
      return { ...ofKey, isPlural: after?.['isPlural'] === true }
    case 'key.updated':
      return { ...ofKey, changes: changedMetadata(after ?? {}) }
    case 'key.deleted':
      return ofKey
    case 'namespace.created':
      return { namespaceId: after?.['namespaceId'], namespace }
    case 'schema.updated':
      return { ...ofKey, params: after?.['params'] }
    case 'project.locale.updated':
      return { locale, action: change.event === 'project.locale_added' ? 'added' : 'removed' }
    case 'comment.created':
    case 'comment.updated':
      return { ...commentOf(after ?? {}), keyId, locale, translationId }
    case 'issue.ignored':
      return { ...ofKey, translationId, locale, ...after }
    case 'issue.reopened':
      return { ...ofKey, translationId, locale, ...before }
    default:
      return after ?? {}
  }
}

const changedMetadata = (after: Record<string, unknown>) => ({
  description: 'description' in after,
  aiContext: 'aiContext' in after,
  characterLimit: 'characterLimit' in after,
  isPlural: 'isPlural' in after,
  ...('syntax' in after ? { syntax: true } : {}),
})

const commentOf = ({ commentId, ...comment }: Record<string, unknown>) => ({ id: commentId, ...comment })
