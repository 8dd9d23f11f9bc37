import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertConfirmed, holdAccount } from '../accounts/index.ts'
import { recordOwnEntry } from '../audit/index.ts'
import { readCode, stepOfCode } from './codes.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/**
 * From here on the password alone opens nothing. The code proves that the app has the secret; whoever guesses at it has
 * seen the secret anyway, so nothing is counted. Sessions that there are stay: they were let in when that was enough.
 */
export const createSecondFactor = implement(
  contract.createSecondFactor,
  ({ db, secrets }, call) => {
    const { access, body, now } = call
    const { userId } = access
    return transaction(db, async (tx) => {
      await holdAccount(tx, access)
      const enrolment = await tx.row<{ secret: Buffer }>(sql`
        select secret from second_factor_enrolments where user_id = ${userId} and expires_at > ${now} for update`)
      if (!enrolment) throw fault('enrolmentOver')
      const code = readCode(body.code)
      const isOfApp = code !== undefined && 'totp' in code
      const step = isOfApp ? stepOfCode(secrets.open(enrolment.secret), code.totp, now, 0) : undefined
      if (step === undefined) throw fault('wrongCode')
      await tx.run(sql`delete from second_factor_enrolments where user_id = ${userId}`)
      await tx.run(sql`
        insert into second_factors (user_id, secret, created_at, last_step)
        values (${userId}, ${enrolment.secret}, ${now}, ${step})
        on conflict (user_id) do update
          set secret = excluded.secret, created_at = excluded.created_at, last_step = excluded.last_step,
              last_used_at = null`)
      const recoveryCodes = await replaceRecoveryCodes(tx, userId)
      await recordOwnEntry(tx, 'second_factor.enabled', userId, call)
      return { recoveryCodes }
    })
  },
  assertConfirmed,
)
