import { contract } from '@parlance/contract'
import { implement } from '../../http/implement.ts'
import { findOrganization, presentOrganization } from './organization.ts'

export const getOrganization = implement(contract.getOrganization, async ({ db }, { access }) =>
  presentOrganization(await findOrganization(db, access.userId, access.organizationId)),
)
