import { contract } from '@parlance/contract'
import { implement } from '../../http/implement.ts'
import { findOrganizations, presentOrganization } from './organization.ts'

export const listOrganizations = implement(contract.listOrganizations, async ({ db }, { access }) => {
  const organizations = await findOrganizations(db, access.userId)
  return { organizations: organizations.map(presentOrganization) }
})
