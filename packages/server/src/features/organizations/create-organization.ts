import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { findOrganization, insertOrganization, presentOrganization } from './organization.ts'

export const createOrganization = implement(
  contract.createOrganization,
  ({ db, config }, { access, body, now }) =>
    transaction(db, async (tx) => {
      const id = await insertOrganization(tx, access.userId, body.name, config.keyLimit, now)
      return presentOrganization(await findOrganization(tx, access.userId, now, id), config)
    }),
  // With one of their own, anybody could let in whom the closed registration keeps out.
  async ({ config }, { session }) => {
    if (config.registration !== 'open' && !session.isInstanceAdmin) throw fault('organizationsClosed')
  },
)
