import type { StreamMessage } from '@parlance/sdk'

/** All that is shown for one key begins with this, so that it can be asked for again as a whole. */
export const ofKey = (projectId: number, keyId: number) => ['help', projectId, keyId] as const

interface Place {
  projectId: number
  organizationId: number
  /** The open one. */
  keyId: number
}

/** What is no longer true after a message of the stream, as the beginnings of query keys. */
export function staleAfter(
  message: StreamMessage,
  { projectId, organizationId, keyId }: Place,
): (readonly unknown[])[] {
  switch (message.event) {
    // Whoever said something for the first time has a name from now on.
    case 'comment.created':
      return [...saidAbout(projectId, message.data.keyId), ['organization', organizationId, 'people']]
    case 'comment.updated':
      return saidAbout(projectId, message.data.keyId)
    case 'key.updated':
    case 'schema.updated':
      return [[...ofKey(projectId, message.data.keyId), 'details']]
    // Terms are told by no event; but where one is missing from a value, or forbidden in it, that is told.
    case 'issues.updated':
      return message.data.keyId === keyId ? [['terms']] : []
    case 'reset':
      return [['help', projectId], ['terms']]
    default:
      return []
  }
}

const saidAbout = (projectId: number, keyId: number) => [
  [...ofKey(projectId, keyId), 'comments'],
  [...ofKey(projectId, keyId), 'details'],
]
