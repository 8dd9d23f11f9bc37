import { type Entry, type Role, roles } from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { addressOf, sourceOf } from '../../http/address.ts'
import { type SessionCredential, sessionExpiry } from '../../http/credentials.ts'
import { fault } from '../../http/errors.ts'
import { csrfTokenOf, hashSecret, newSecret } from '../../http/secrets.ts'
import { setSessionCookie } from '../../http/session-cookie.ts'
import type { Call } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { accountEntries } from '../audit/index.ts'
import { knownSince } from './known-sources.ts'
import { beginSecondStep } from './second-step.ts'

const TOKEN_BYTES = 32
/** Whatever a client says about itself, this much of it tells it from others. */
const LONGEST_USER_AGENT = 512

export interface UserRow {
  id: number
  email: string
  name: string
  isInstanceAdmin: boolean
}

/** Of the table alone: what comes back from an insert or an update of it. */
export const userColumns = sql`id, email, name, is_instance_admin as "isInstanceAdmin"`

/** The user of a session, as the request found them. */
export const userOf = ({ userId: id, email, userName: name, isInstanceAdmin }: SessionCredential): UserRow => ({
  id,
  email,
  name,
  isInstanceAdmin,
})

export const presentUser = ({ id, email, name, isInstanceAdmin }: UserRow) => ({ id, email, name, isInstanceAdmin })

/**
 * Signs a user in by their password, unless the account has a second factor: then the sign-in waits for that, whatever
 * brought the password here, be it a link to a new one. The password that opened the door must be theirs still: with a
 * new one all sessions of the old one end, also those that are only about to begin, and so they do when the account is
 * deactivated.
 */
export async function startSession(
  services: Pick<Services, 'db' | 'config'>,
  call: Pick<Call<Entry>, 'request' | 'reply' | 'now'>,
  user: UserRow,
  passwordHash: string,
) {
  const token = await insertSession(services.db, call, user.id, sql`password_hash = ${passwordHash}`)
  if (token !== undefined) return handOver(services, call, user, token)
  const step = await beginSecondStep(services.db, user.id, passwordHash, call.now)
  throw step ? fault('secondFactorRequired', step) : fault('invalidCredentials')
}

/** An account without a second factor: what opens the door is enough. */
const NEEDS_NO_MORE = sql`not exists (select from second_factors f where f.user_id = users.id)`

interface Proof {
  /** How many were looked at. */
  factors?: 'one' | 'both'
  /** What let them in, where it was no password. */
  way?: 'provider' | 'passkey' | undefined
}

/**
 * A new session, always with a new token, whatever cookie the request came with; undefined where `reason` does not hold or,
 * unless both factors were looked at, where the account has a second one.
 * The row of the account is held until this session can be seen, and ended, by whoever changes it next.
 */
export async function insertSession(
  db: Handle,
  { request, now }: Pick<Call<Entry>, 'request' | 'now'>,
  userId: number,
  reason: Sql,
  { factors = 'one', way }: Proof = {},
): Promise<string | undefined> {
  const token = newSecret(TOKEN_BYTES)
  const started = await db.run(sql`
    with account as (
      update users set last_seen_at = ${now}
      where id = ${userId} and is_active and ${reason} and ${factors === 'both' ? sql`true` : NEEDS_NO_MORE}
      returning id
    ), known as (
      insert into known_sources (user_id, source, seen_at)
      select id, ${sourceOf(request)}::text, ${now}::timestamptz from account
      on conflict (user_id, source) do update set seen_at = excluded.seen_at
    ), told as (
      ${accountEntries({
        event: 'sign_in.succeeded',
        account: sql`account`,
        address: request.ip,
        at: now,
        ...(way && { details: { way } }),
      })}
    )
    insert into sessions (token_hash, user_id, created_at, seen_at, expires_at, user_agent, address)
    select ${hashSecret(token)}::bytea, id, ${now}::timestamptz, ${now}::timestamptz,
           ${sessionExpiry(now)}::timestamptz, ${userAgentOf(request)}::text, ${addressOf(request)}::text
    from account`)
  return started === 0 ? undefined : token
}

/** Gives the browser the session that was made for it. */
export async function handOver(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { reply, now }: Pick<Call<Entry>, 'reply' | 'now'>,
  user: UserRow,
  token: string,
) {
  await sweep(db, user.id, now)
  setSessionCookie(reply, config, token, sessionExpiry(now), now)
  return presentSession(db, user, token)
}

const userAgentOf = ({ headers }: FastifyRequest) => headers['user-agent']?.slice(0, LONGEST_USER_AGENT) || null

/** What has run out; of sessions everybody's. After the session has begun: this holds rows of others. */
const sweep = (db: Handle, userId: number, now: Date) =>
  db.run(sql`
    with forgotten as (delete from known_sources where user_id = ${userId} and seen_at <= ${knownSince(now)})
    delete from sessions where id = any(array(
      select id from sessions where expires_at <= ${now} limit 1000 for update skip locked))`)

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
