import { type Role, roles } from '@parlance/contract'
import type { FastifyReply } from 'fastify'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { sessionExpiry } from '../../http/credentials.ts'
import { csrfTokenOf, hashSecret, newSecret } from '../../http/secrets.ts'
import { setSessionCookie } from '../../http/session-cookie.ts'
import type { Services } from '../../services.ts'

const TOKEN_BYTES = 32

export interface UserRow {
  id: number
  email: string
  name: string
}

export const presentUser = ({ id, email, name }: UserRow) => ({ id, email, name })

/** Signs a user in: always a new token, whatever cookie the request came with. */
export async function startSession(
  { db, config }: Pick<Services, 'db' | 'config'>,
  reply: FastifyReply,
  user: UserRow,
  now: Date,
) {
  const token = newSecret(TOKEN_BYTES)
  await db.run(sql`
    with expired as (delete from sessions where expires_at <= ${now})
    insert into sessions (token_hash, user_id, created_at, seen_at, expires_at)
    values (${hashSecret(token)}, ${user.id}, ${now}, ${now}, ${sessionExpiry(now)})`)
  setSessionCookie(reply, config, token)
  return presentSession(db, user, token)
}

export async function presentSession(db: Handle, user: UserRow, token: string) {
  const memberships = await db.rows<{ id: number; name: string; role: Role; localeCodes: string[] | null }>(sql`
    select o.id, o.name, m.role, m.locale_codes as "localeCodes"
    from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${user.id}
    order by o.id`)
  return {
    user: presentUser(user),
    organizations: memberships.map((membership) => ({ ...membership, permissions: [...roles[membership.role]] })),
    csrfToken: csrfTokenOf(token),
  }
}
