import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertConfirmed, holdAccount } from '../accounts/index.ts'
import { recordOwnEntry } from '../audit/index.ts'

export const deleteSecondFactor = implement(
  contract.deleteSecondFactor,
  ({ db }, call) =>
    transaction(db, async (tx) => {
      const { userId } = call.access
      await holdAccount(tx, call.access)
      const removed = await tx.run(sql`delete from second_factors where user_id = ${userId}`)
      if (removed === 0) throw fault('notFound')
      await recordOwnEntry(tx, 'second_factor.disabled', userId, call)
    }),
  assertConfirmed,
)
