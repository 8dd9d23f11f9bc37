import type { AnswerOf } from '@parlance/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from './queries.ts'

export type Session = AnswerOf<'getSession'>
export type Membership = Session['organizations'][number]
export type Permission = Membership['permissions'][number]

/** Below the routes that ask for somebody who is signed in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery)
  if (!data) throw new Error('Nobody is signed in')
  return data
}

/** What the signed-in person is in an organization; undefined when they are not of it. */
export function useMembership(organizationId: number): Membership | undefined {
  return useSession().organizations.find(({ id }) => id === organizationId)
}

export const may = (membership: Membership | undefined, permission: Permission) =>
  membership?.permissions.includes(permission) ?? false
