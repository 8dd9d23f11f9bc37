import type { NamedPermission, Role, Scope } from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import type { Handle } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Owner } from './places.ts'
import { hashSecret } from './secrets.ts'

export const SESSION_COOKIE = 'tms_session'
const SESSION_MS = 30 * 86_400_000
/** How stale "last seen" and "last used" may be: not every request writes. */
const SEEN_EVERY_MS = 60_000

export const sessionExpiry = (now: Date) => new Date(now.getTime() + SESSION_MS)

/** What a credential means at a place, read in one statement so that a change of rights counts from the next request. */
interface Standing {
  organizationId: number | null
  projectId: number | null
  sourceLocaleId: number | null
  blocksReview: boolean | null
  role: Role | null
  localeCodes: string[] | null
  /** The plan limit of the organization; null is none. */
  keyLimit: number | null
  isReadOnly: boolean | null
}

export interface SessionCredential extends Standing {
  kind: 'session'
  token: string
  sessionId: number
  userId: number
  email: string
  userName: string
  isInstanceAdmin: boolean
  seenAt: Date
}

export interface ApiKeyCredential extends Standing {
  kind: 'apiKey'
  apiKeyId: number
  /** The key's creator: what the key writes is written in their name, and its rights end where theirs do. */
  userId: number
  scopes: Scope[]
  permissions: NamedPermission[]
  lastUsedAt: Date | null
  /** The project the path is about, which need not be the key's. */
  placeProjectId: number | null
}

export type Credential = SessionCredential | ApiKeyCredential

/** An organization is read-only while it has more living keys than its plan allows. */
const isReadOnly: Sql = sql`o.key_limit is not null and o.key_limit < (
  select coalesce(sum(c.keys), 0)
  from projects op join project_counters c on c.project_id = op.id
  where op.organization_id = o.id and op.deleted_at is null)`

/** An Authorization header decides alone: a cookie beside it adds no rights. */
export async function readCredential(
  db: Handle,
  request: FastifyRequest,
  owner: Owner,
  now: Date,
): Promise<Credential | undefined> {
  const sent = sentCredential(request)
  if (sent === undefined) return undefined
  return request.headers.authorization === undefined
    ? readSession(db, sent, owner, now)
    : readApiKey(db, sent, owner, now)
}

/** What a request says it may be known by, whether or not anybody was given it: an API key, or the token of a session. */
export function sentCredential({ headers, cookies }: FastifyRequest): string | undefined {
  const { authorization } = headers
  if (authorization === undefined) return cookies[SESSION_COOKIE] || undefined
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

async function readApiKey(db: Handle, key: string, owner: Owner, now: Date): Promise<ApiKeyCredential | undefined> {
  const found = await db.row<Omit<ApiKeyCredential, 'kind'>>(sql`
    select k.id as "apiKeyId", k.created_by as "userId", k.scopes, k.permissions, k.last_used_at as "lastUsedAt",
           p.organization_id as "organizationId", p.id as "projectId", p.source_locale_id as "sourceLocaleId",
           p.block_review as "blocksReview", m.role, m.locale_codes as "localeCodes",
           o.key_limit as "keyLimit", ${isReadOnly} as "isReadOnly", ${owner.projectId} as "placeProjectId"
    from api_keys k
    join projects p on p.id = k.project_id and p.deleted_at is null
    join organizations o on o.id = p.organization_id
    join memberships m on m.organization_id = p.organization_id and m.user_id = k.created_by
    where k.key_hash = ${hashSecret(key)} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`)
  return found && { kind: 'apiKey', ...found }
}

async function readSession(db: Handle, token: string, owner: Owner, now: Date): Promise<SessionCredential | undefined> {
  const found = await db.row<Omit<SessionCredential, 'kind' | 'token'>>(sql`
    select s.id as "sessionId", s.seen_at as "seenAt", u.id as "userId", u.email, u.name as "userName",
           u.is_instance_admin as "isInstanceAdmin", o.id as "organizationId", p.id as "projectId",
           p.source_locale_id as "sourceLocaleId", p.block_review as "blocksReview", m.role,
           m.locale_codes as "localeCodes", o.key_limit as "keyLimit", ${isReadOnly} as "isReadOnly"
    from sessions s
    join users u on u.id = s.user_id and u.is_active
    left join projects p on p.id = ${owner.projectId} and p.deleted_at is null
    left join organizations o on o.id = coalesce(p.organization_id, ${owner.organizationId})
    left join memberships m on m.organization_id = o.id and m.user_id = u.id
    where s.token_hash = ${hashSecret(token)} and s.expires_at > ${now}`)
  return found && { kind: 'session', token, ...found }
}

/**
 * Moves the expiry of a session, or the last use of a key, now and then. Of requests that come at the same moment one
 * does, and is told when the session ends now. Used or not, it ends for good after 90 days, which are given in hours: a
 * day of the database may have 23 of them.
 */
export async function touchCredential(db: Handle, credential: Credential, now: Date): Promise<Date | undefined> {
  const last = credential.kind === 'session' ? credential.seenAt : credential.lastUsedAt
  const due = new Date(now.getTime() - SEEN_EVERY_MS)
  if (last && last > due) return undefined
  if (credential.kind === 'apiKey') {
    await db.run(sql`
      update api_keys set last_used_at = ${now}
      where id = ${credential.apiKeyId} and (last_used_at is null or last_used_at <= ${due})`)
    return undefined
  }
  const renewed = await db.row<{ expiresAt: Date }>(sql`
    update sessions
    set seen_at = ${now}, expires_at = least(${sessionExpiry(now)}::timestamptz, created_at + interval '2160 hours')
    where id = ${credential.sessionId} and seen_at <= ${due}
    returning expires_at as "expiresAt"`)
  // A statement of its own: whoever deactivates the account holds its row and waits for its sessions.
  if (renewed) await db.run(sql`update users set last_seen_at = ${now} where id = ${credential.userId}`)
  return renewed?.expiresAt
}
