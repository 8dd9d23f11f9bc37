import type { Service } from '../service/service.ts'
import type { ListedTool } from './tool.ts'

export interface Rights {
  mayPropose: boolean
  mayApprove: boolean
  isReadOnly: boolean
  /** In sentences. */
  notOffered: readonly string[]
}

/** As the key was when the program started. What it loses later, the service refuses. */
export function rightsOf({ scopes }: Service, isReadOnly: boolean): Rights {
  const mayPropose = !isReadOnly && scopes.includes('translations:write')
  const mayApprove = mayPropose && scopes.includes('translations:review')
  return { mayPropose, mayApprove, isReadOnly, notOffered: whatIsNot(scopes, { mayPropose, mayApprove, isReadOnly }) }
}

/** A key is not offered what the service would refuse it. */
export const isOffered = (tool: ListedTool, { scopes }: Service, isReadOnly: boolean): boolean =>
  !(tool.writes && isReadOnly) && tool.scopes.every((scope) => scopes.includes(scope))

function whatIsNot(scopes: readonly string[], rights: Omit<Rights, 'notOffered'>): string[] {
  const { mayPropose, mayApprove, isReadOnly } = rights
  const writing = isReadOnly
    ? 'Writing: the program was started with --read-only.'
    : 'Writing: the API key lacks the scope translations:write.'
  const deleting = 'Undoing what would delete keys or bring them back: the API key lacks the scope translations:delete.'
  return [
    ...(mayPropose ? [] : [writing]),
    ...(mayPropose && !mayApprove ? ['Approving: the API key lacks the scope translations:review.'] : []),
    ...(mayPropose && !scopes.includes('translations:delete') ? [deleting] : []),
    'Suggestions by machine, the list of all terms, and memories of the organization: the service keeps these for people.',
  ]
}
