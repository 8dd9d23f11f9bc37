import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { knownSince } from './known-sources.ts'
import type { Asker } from './password-line.ts'
import type { UserRow } from './session.ts'

/** Somebody who says to be the owner of an account. */
export interface Claim extends Asker {
  /** The email as the database tells accounts apart: what it takes for one account is counted as one. */
  account: string
  /** Null when there is no such account. */
  user: UserRow | null
  /** Null also of an account that was deactivated: no password opens it. */
  passwordHash: string | null
}

/** Reads what is claimed by an email, in whatever spelling, from some source. */
export async function findClaim(db: Handle, email: string, source: string, now: Date): Promise<Claim> {
  return db.one<Claim>(sql`
    select a.account, ${source}::text as source, k.user_id is not null as "isKnown",
           case when u.id is not null then json_build_object(
             'id', u.id, 'email', u.email, 'name', u.name, 'isInstanceAdmin', u.is_instance_admin) end as user,
           case when u.is_active then u.password_hash end as "passwordHash"
    from (select lower(${email}::text) as account) a
    left join users u on lower(u.email) = a.account
    left join known_sources k on k.user_id = u.id and k.source = ${source}
      and k.seen_at > ${knownSince(now)}`)
}
