import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from './queries.ts'
import { may, type Permission, useMembership } from './session.ts'

/** Whether an organization can only be read at the moment: what deletes still works there, what writes does not. */
export const useIsReadOnly = (organizationId: number): boolean =>
  useQuery(organizationQuery(organizationId)).data?.isReadOnly ?? false

/** Whether somebody may do what writes, and could at this moment. */
export function useMayWrite(organizationId: number, permission: Permission): boolean {
  const isReadOnly = useIsReadOnly(organizationId)
  return may(useMembership(organizationId), permission) && !isReadOnly
}
