import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { admitLogin, forgetFailures } from './login-throttle.ts'
import { verifyPassword } from './password.ts'
import { startSession, type UserRow } from './session.ts'

export const login = implement(contract.login, async (services, { body, now, request, reply }) => {
  const { db } = services
  const { email, password } = body
  await admitLogin(db, email, request.ip, now)
  const user = await db.row<UserRow & { passwordHash: string | null }>(sql`
    select id, email, name, password_hash as "passwordHash" from users where lower(email) = lower(${email})`)
  const verified = await verifyPassword(password, user?.passwordHash)
  if (!user || !verified) throw fault('invalidCredentials')
  await forgetFailures(db, email, request.ip, now)
  return startSession(services, reply, user, now)
})
