import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'

interface InstanceUserRow {
  id: number
  email: string
  name: string
  isActive: boolean
  isInstanceAdmin: boolean
  organizationCount: number
  hasSecondFactor: boolean
  passkeyCount: number
  createdAt: Date
  lastSeenAt: Date | null
}

export const presentInstanceUser = ({ createdAt, lastSeenAt, ...user }: InstanceUserRow) => ({
  ...user,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
})

/** Users `u`, as `which` narrows and orders them. */
export const findUsers = (db: Handle, which: Sql) =>
  db.rows<InstanceUserRow>(sql`
    select u.id, u.email, u.name, u.is_active as "isActive", u.is_instance_admin as "isInstanceAdmin",
           (select count(*) from memberships m where m.user_id = u.id) as "organizationCount",
           exists (select from second_factors f where f.user_id = u.id) as "hasSecondFactor",
           (select count(*) from passkeys p where p.user_id = u.id) as "passkeyCount",
           u.created_at as "createdAt", u.last_seen_at as "lastSeenAt"
    from users u ${which}`)
