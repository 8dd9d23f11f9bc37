import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertConfirmed } from '../accounts/index.ts'
import { assertAdministrator, assertStillAdministrator } from './administrators.ts'
import { deedOn } from './audited.ts'
import { removeFactors } from './remove-factors.ts'

/** Somebody without any is not found: there is nothing to remove, and nothing ends. */
export const deleteUserFactors = implement(
  contract.deleteUserFactors,
  async ({ db, log, streams }, { access, params, now }) => {
    const { userId } = params
    const removed = await transaction(db, async (tx) => {
      await assertStillAdministrator(tx, access)
      return removeFactors(tx, userId, deedOn(access.userId, now))
    })
    if (!removed) throw fault('notFound')
    // Told here as well: somebody without an organization has no audit log.
    log.info({ userId, by: access.userId }, 'the second factor and the passkeys of an account were removed')
    await streams.recheckEverywhere()
  },
  async (services, access) => {
    await assertAdministrator(services, access)
    await assertConfirmed(services, access)
  },
)
