import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findOrganizations, presentOrganization } from './organization.ts'

export const listOrganizations = implement(contract.listOrganizations, async ({ db, config }, { access, now }) => {
  const organizations = await findOrganizations(db, access.userId, now)
  return { organizations: organizations.map((organization) => presentOrganization(organization, config)) }
})
