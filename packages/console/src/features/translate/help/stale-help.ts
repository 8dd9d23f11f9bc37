import type { StreamMessage } from '@parlance/sdk'

/** All that is shown for one key begins with this, so that it can be asked for again as a whole. */
export const ofKey = (projectId: number, keyId: number) => ['help', projectId, keyId] as const

/** So does all that the glossary knows. */
export const TERMS = ['terms'] as const

interface Place {
  projectId: number
  organizationId: number
}

/** What is no longer true after a message of the stream, as the beginnings of query keys. */
export function staleAfter(message: StreamMessage, { projectId, organizationId }: Place): (readonly unknown[])[] {
  switch (message.event) {
    case 'terms.updated':
      return [TERMS]
    // Whoever said something for the first time has a name from now on.
    case 'comment.created':
      return [...saidAbout(projectId, message.data.keyId), ['organization', organizationId, 'people']]
    case 'comment.updated':
      return saidAbout(projectId, message.data.keyId)
    case 'key.updated':
    case 'schema.updated':
      return [[...ofKey(projectId, message.data.keyId), 'details']]
    case 'reset':
      return [['help', projectId], TERMS]
    default:
      return []
  }
}

const saidAbout = (projectId: number, keyId: number) => [
  [...ofKey(projectId, keyId), 'comments'],
  [...ofKey(projectId, keyId), 'details'],
]
