import type { StreamMessage } from '@parlance/sdk'
import { ofKey } from './queries.ts'

/** What is no longer true after a message of the stream, as the beginnings of query keys. */
export function staleAfter(message: StreamMessage, projectId: number, openKeyId: number): (readonly unknown[])[] {
  switch (message.event) {
    case 'comment.created':
    case 'comment.updated':
      return [
        [...ofKey(projectId, message.data.keyId), 'comments'],
        [...ofKey(projectId, message.data.keyId), 'details'],
      ]
    case 'key.updated':
    case 'schema.updated':
      return [[...ofKey(projectId, message.data.keyId), 'details']]
    // Terms are told by no event; but where one is missing from a value, or forbidden in it, that is told.
    case 'issues.updated':
      return message.data.keyId === openKeyId ? [['terms']] : []
    case 'reset':
      return [['help', projectId], ['terms']]
    default:
      return []
  }
}
