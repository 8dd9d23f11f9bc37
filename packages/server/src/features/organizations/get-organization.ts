import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findOrganization, presentOrganization } from './organization.ts'

export const getOrganization = implement(contract.getOrganization, async ({ db, config }, { access, now }) =>
  presentOrganization(await findOrganization(db, access.userId, now, access.organizationId), config),
)
