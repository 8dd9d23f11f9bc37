import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { assertRoomFor } from '../../http/quota.ts'
import { implement } from '../../implement.ts'
import type { Quotas } from '../../quotas.ts'
import { findOrganization, insertOrganization, presentOrganization } from './organization.ts'

export const createOrganization = implement(
  contract.createOrganization,
  ({ db, config }, { access, body, now }) =>
    transaction(db, async (tx) => {
      await assertRoomForOrganization(tx, config.quotas, access.userId)
      const id = await insertOrganization(tx, access.userId, body.name, config.keyLimit, now)
      return presentOrganization(await findOrganization(tx, access.userId, now, id), config)
    }),
  // With one of their own, anybody could let in whom the closed registration keeps out.
  async ({ config }, { session }) => {
    if (config.registration !== 'open' && !session.isInstanceAdmin) throw fault('organizationsClosed')
  },
)

/** Of those that somebody founded, whoever owns them now. Who asks several times at once is counted one after the other. */
async function assertRoomForOrganization(tx: Transaction, quotas: Quotas, userId: number): Promise<void> {
  await tx.run(sql`select 1 from users where id = ${userId} for no key update`)
  const { current } = await tx.one<{ current: number }>(sql`
    select count(*) as current from organizations where created_by = ${userId} and deleted_at is null`)
  assertRoomFor(quotas, 'organizations', current)
}
