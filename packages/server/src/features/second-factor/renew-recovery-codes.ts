import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertConfirmed, holdAccount } from '../accounts/index.ts'
import { recordOwnEntry } from '../audit/index.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

export const renewRecoveryCodes = implement(
  contract.renewRecoveryCodes,
  ({ db }, call) =>
    transaction(db, async (tx) => {
      const { userId } = call.access
      await holdAccount(tx, call.access)
      const factor = await tx.row(sql`select from second_factors where user_id = ${userId} for update`)
      if (!factor) throw fault('notFound')
      const recoveryCodes = await replaceRecoveryCodes(tx, userId)
      await recordOwnEntry(tx, 'recovery_codes.renewed', userId, call)
      return { recoveryCodes }
    }),
  assertConfirmed,
)
