import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { findOrganization, insertOrganization, presentOrganization } from './organization.ts'

export const createOrganization = implement(contract.createOrganization, ({ db, config }, { access, body, now }) =>
  transaction(db, async (tx) => {
    const id = await insertOrganization(tx, access.userId, body.name, config.keyLimit, now)
    return presentOrganization(await findOrganization(tx, access.userId, now, id), config)
  }),
)
