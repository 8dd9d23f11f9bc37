import { may, type Permission, useIsReadOnly, useMembership } from './session.ts'

export { useIsReadOnly }

/** Whether somebody may do what writes, and could at this moment. */
export function useMayWrite(organizationId: number, permission: Permission): boolean {
  const isReadOnly = useIsReadOnly(organizationId)
  return may(useMembership(organizationId), permission) && !isReadOnly
}
