import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { hashSecret } from '../../http/secrets.ts'
import { implement } from '../../implement.ts'
import { handOver, insertSession, type UserRow } from '../accounts/index.ts'
import { takeCode } from './check-code.ts'

interface Step {
  user: UserRow
  /** Null: somebody else vouched for them. */
  passwordHash: string | null
}

const isStillSo = sql`(s.password_hash is null or s.password_hash = u.password_hash)`

/**
 * One sign-in that waits lets in once. A wrong code leaves it as it was: how many there may be is counted by account. The account
 * is held before its factor, as by whoever changes that.
 */
export const completeLogin = implement(contract.completeLogin, async (services, call) => {
  const { db } = services
  const { body, now } = call
  const tokenHash = hashSecret(body.token)
  const done = await transaction(db, async (tx) => {
    const step = await tx.row<Step>(sql`
      select json_build_object(
               'id', u.id, 'email', u.email, 'name', u.name, 'isInstanceAdmin', u.is_instance_admin) as user,
             s.password_hash as "passwordHash"
      from second_steps s join users u on u.id = s.user_id and u.is_active and ${isStillSo}
      where s.token_hash = ${tokenHash} and s.expires_at > ${now}
        and exists (select from second_factors f where f.user_id = u.id)
      for no key update of u for update of s`)
    if (!step) throw fault('secondStepOver')
    const { user, passwordHash } = step
    const refusal = await takeCode(tx, services, user.id, body.code, call)
    if (refusal) return { refusal }
    await tx.run(sql`delete from second_steps where token_hash = ${tokenHash} or expires_at <= ${now}`)
    const isStillTheirs = sql`(${passwordHash === null} or password_hash = ${passwordHash})`
    const token = await insertSession(tx, call, user.id, isStillTheirs, {
      factors: 'both',
      way: passwordHash === null ? 'provider' : undefined,
    })
    if (token === undefined) throw fault('secondStepOver')
    return { user, token }
  })
  if (done.refusal) throw done.refusal
  return handOver(services, call, done.user, done.token)
})
