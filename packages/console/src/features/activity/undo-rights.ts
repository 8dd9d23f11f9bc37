import type { AnswerOf } from '@parlance/sdk'
import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../api/queries.ts'
import { may, useMembership, useSession } from '../../api/session.ts'
import { type Entry, isAboutKeys, turnsKeys } from './entries.ts'

type Project = AnswerOf<'getProject'>

/** What a person may take back: everything, or what they did themselves. */
export interface UndoRights {
  isForAll: boolean
  of: (entry: Entry) => boolean
}

export function useUndoRights(project: Project): UndoRights {
  const { user } = useSession()
  const membership = useMembership(project.organizationId)
  const { data: organization } = useQuery(organizationQuery(project.organizationId))
  const mayWrite = may(membership, 'translation.edit') && organization?.isReadOnly === false
  const isForAll = mayWrite && may(membership, 'project.manage')
  const isOwn = ({ changes: [{ actor }] }: Entry) => actor.type === 'user' && actor.id === user.id
  // What brings keys or takes them away does so in all their languages.
  const mayTurnKeys = may(membership, 'translation.delete') && membership?.localeCodes === null
  const isTold = ({ changes: [change] }: Entry) => isAboutKeys(change) && (mayTurnKeys || !turnsKeys(change))
  return { isForAll, of: (entry) => mayWrite && isTold(entry) && (isForAll || isOwn(entry)) }
}
