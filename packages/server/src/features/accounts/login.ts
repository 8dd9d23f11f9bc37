import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { assertPassword } from './login-throttle.ts'
import { startSession, type UserRow } from './session.ts'

export const login = implement(contract.login, async (services, { body, now, request, reply }) => {
  const { db } = services
  const { email, password } = body
  const user = await db.row<UserRow & { passwordHash: string | null }>(sql`
    select id, email, name, password_hash as "passwordHash" from users where lower(email) = lower(${email})`)
  await assertPassword(db, { email, address: request.ip, now }, password, user?.passwordHash)
  if (!user) throw new Error('A password was right for nobody')
  return startSession(services, reply, user, now)
})
