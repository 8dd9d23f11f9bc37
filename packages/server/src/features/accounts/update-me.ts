import { contract } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertPassword } from './login-throttle.ts'
import { hashPassword } from './password.ts'
import { presentUser, type UserRow } from './session.ts'

export const updateMe = implement(contract.updateMe, async ({ db }, { access, body, now, request }) => {
  const { userId, session } = access
  if (body.password !== undefined) {
    if (body.currentPassword === undefined) throw fault('fieldRequired', { field: 'currentPassword' })
    const attempt = { email: session.email, address: request.ip, now }
    await assertPassword(db, attempt, body.currentPassword, await findPasswordHash(db, userId))
  }
  const name = body.name ?? null
  const passwordHash = body.password === undefined ? null : await hashPassword(body.password)
  const user = await transaction(db, async (tx) => {
    if (passwordHash) {
      await tx.run(sql`delete from sessions where user_id = ${userId} and id <> ${session.sessionId}`)
    }
    return tx.row<UserRow>(sql`
      update users
      set name = coalesce(${name}, name), password_hash = coalesce(${passwordHash}, password_hash), updated_at = ${now}
      where id = ${userId}
      returning id, email, name`)
  })
  if (!user) throw fault('authenticationRequired')
  return { user: presentUser(user) }
})

async function findPasswordHash(db: Handle, userId: number): Promise<string | null | undefined> {
  const user = await db.row<{ hash: string | null }>(sql`select password_hash as hash from users where id = ${userId}`)
  return user?.hash
}
