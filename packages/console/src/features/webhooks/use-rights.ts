import { may, useIsReadOnly, useMembership } from '../../api/session.ts'

/** What somebody may do with the webhooks of an organization now. What does harm can be stopped at any time. */
export function useRights(orgId: number) {
  const membership = useMembership(orgId)
  const isReadOnly = useIsReadOnly(orgId)
  const mayChange = may(membership, 'webhook.edit')
  return {
    mayCreate: may(membership, 'webhook.create') && !isReadOnly,
    mayEdit: mayChange && !isReadOnly,
    maySwitchOff: mayChange,
    mayRenewSecret: mayChange,
    mayDelete: may(membership, 'webhook.delete'),
  }
}

export type Rights = ReturnType<typeof useRights>
