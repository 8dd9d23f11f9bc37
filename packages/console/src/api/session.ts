import type { AnswerOf } from '@parlance/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { organizationQuery, queryClient, sessionQuery } from './queries.ts'

export type Session = AnswerOf<'getSession'>
export type Membership = Session['organizations'][number]
export type Permission = Membership['permissions'][number]

let last: Session | undefined

/** Whose page this is, also when their sign-in has ended meanwhile. */
export const lastSession = (): Session | undefined =>
  last ?? queryClient.getQueryData(sessionQuery.queryKey) ?? undefined

/** Below the routes that ask for somebody who is signed in. When that ends, the page stays theirs until they are back. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data) last = data
  if (!last) throw new Error('Nobody is signed in')
  return last
}

/** What the signed-in person is in an organization; undefined when they are not of it. */
export function useMembership(organizationId: number): Membership | undefined {
  return useSession().organizations.find(({ id }) => id === organizationId)
}

export const may = (membership: Membership | undefined, permission: Permission) =>
  membership?.permissions.includes(permission) ?? false

/** Whether an organization can only be read at the moment: then all that writes but deleting is refused, and not offered. */
export function useIsReadOnly(organizationId: number): boolean {
  const { data } = useQuery(organizationQuery(organizationId))
  return data?.isReadOnly ?? false
}
