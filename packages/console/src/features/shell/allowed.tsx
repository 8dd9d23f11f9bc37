import type { ReactNode } from 'react'
import { may, type Permission, useMembership } from '../../api/session.ts'
import { NotFound } from './not-found.tsx'

interface AllowedProps {
  orgId: number
  /** Any of these will do. */
  needs: readonly Permission[]
  children: ReactNode
}

/** A screen for those who may use it; others learn no more than that there is none for them. */
export function Allowed({ orgId, needs, children }: AllowedProps) {
  const membership = useMembership(orgId)
  return needs.some((permission) => may(membership, permission)) ? children : <NotFound />
}
