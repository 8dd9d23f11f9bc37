import {
  type Entry,
  isForApiKeys,
  type Permission,
  type Place,
  type PlaceName,
  placeOf,
  places,
  type Role,
  roles,
  type Scope,
  scopes,
} from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor, Author } from '../changes/author.ts'
import { localeCode } from '../locale.ts'
import type { ApiKeyCredential, Credential, SessionCredential } from './credentials.ts'
import { fault } from './errors.ts'
import type { OwnAddress } from './host.ts'
import { isCsrfToken } from './secrets.ts'

export interface UserAccess {
  session: SessionCredential
  userId: number
}

export interface MemberAccess {
  userId: number
  organizationId: number
  permissions: ReadonlySet<Permission>
  /** The locales the caller may see and write; null is all of them. */
  localeCodes: readonly string[] | null
  keyLimit: number | null
  isReadOnly: boolean
}

export interface OrganizationAccess extends MemberAccess {
  role: Role
  session: SessionCredential
}

export interface ProjectAccess extends MemberAccess {
  projectId: number
  /** What the caller came with, for those who stay: a stream ends when its session or key does. */
  session: number | null
  apiKey: number | null
  sourceLocaleId: number
  /** Whether nobody calls a text with errors translated here. */
  blocksReview: boolean
  /** As whom the caller writes. */
  by: Author
}

interface AccessByOwner {
  project: ProjectAccess
  organization: OrganizationAccess
}

type AccessAt<On> = On extends PlaceName
  ? AccessByOwner[(typeof places)[On]['owner']]
  : On extends 'user'
    ? UserAccess
    : undefined

/** What a handler is told about its caller, by the rule of its route. */
export type AccessOf<E extends Entry> = E['access'] extends { session: true }
  ? UserAccess | undefined
  : AccessAt<E['access']['on']>

export type AnyAccess = UserAccess | OrganizationAccess | ProjectAccess | undefined

/** The right kind of credential, sent by whom it belongs to. Comes before anything about the place is told. */
export function assertCredential(
  entry: Entry,
  credential: Credential | undefined,
  request: FastifyRequest,
  own: OwnAddress,
): asserts credential is Credential {
  const { access } = entry
  if (!credential) throw fault('authenticationRequired')
  if (credential.kind === 'session') {
    if (isForApiKeys(access)) throw fault('apiKeyRequired')
    if (entry.method !== 'GET') assertSameOrigin(request, credential, own)
    return
  }
  if (access.on === 'user') throw fault(access.apiKey)
  const place = placeOf(access)
  if (place?.owner === 'organization') throw fault(place.apiKey)
  if (place && 'sessionOnly' in access)
    throw isElsewhere(place, credential)
      ? fault(place.apiKey)
      : fault('missingPermission', { requiredPermission: access.permission })
}

/** True of an API key on any project but its own. */
const isElsewhere = ({ param }: Place, credential: Credential) =>
  credential.kind === 'apiKey' && param !== null && credential.placeProjectId !== credential.projectId

/**
 * A browser tells where a write comes from. Only one from elsewhere needs the token; programs send neither header and
 * need none. A wrong token is a sign of something odd and never passes.
 */
function assertSameOrigin(request: FastifyRequest, credential: SessionCredential, own: OwnAddress): void {
  if (!own.isNamedBy(request.raw)) throw fault('foreignHost')
  const token = request.headers['x-csrf-token']
  if (token !== undefined) {
    if (typeof token === 'string' && isCsrfToken(token, credential.token)) return
    throw fault('wrongCsrfToken')
  }
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const foreignOrigin = origin !== undefined && !own.isOwnPage(origin, host)
  if (site === 'cross-site' || site === 'same-site' || foreignOrigin) throw fault('crossOrigin')
}

/** Visibility first (404), then permission (403). */
export function grantAccess({ access }: Entry, credential: Credential, now: Date): AnyAccess {
  if (access.on === 'anyone') return undefined
  if (access.on === 'user') return userAccess(credential)
  const place = places[access.on]
  if (isElsewhere(place, credential)) throw fault(place.apiKey)
  const member = memberAccess(credential)
  const granted =
    member && (place.owner === 'project' ? inProject(member, credential, now) : inOrganization(member, credential))
  if (!granted) throw fault(place.missing)
  if (!access.late) assertPermission(granted, access.permission)
  if (access.unrestricted && granted.localeCodes) throw fault('restrictedToLocales')
  return granted
}

function inProject(member: MemberAccess, credential: Credential, now: Date): ProjectAccess | undefined {
  const { projectId, sourceLocaleId, blocksReview, userId } = credential
  if (projectId === null || sourceLocaleId === null) return undefined
  return {
    ...member,
    projectId,
    sourceLocaleId,
    session: credential.kind === 'session' ? credential.sessionId : null,
    apiKey: credential.kind === 'apiKey' ? credential.apiKeyId : null,
    blocksReview: blocksReview === true,
    by: { projectId, sourceLocaleId, actor: actorOf(credential), userId, at: now },
  }
}

const inOrganization = (member: MemberAccess, credential: Credential): OrganizationAccess | undefined =>
  credential.kind === 'session' && credential.role
    ? { ...member, role: credential.role, session: credential }
    : undefined

function userAccess(credential: Credential): UserAccess {
  if (credential.kind !== 'session') throw fault('authenticationRequired')
  return { session: credential, userId: credential.userId }
}

const permissionsOfRole = new Map(
  Object.entries(roles).map(([role, permissions]) => [role as Role, new Set<Permission>(permissions)]),
)

function memberAccess(credential: Credential): MemberAccess | undefined {
  const { organizationId, role, localeCodes, userId } = credential
  if (organizationId === null || role === null) return undefined
  const held = permissionsOfRole.get(role) ?? new Set<Permission>()
  return {
    userId,
    organizationId,
    permissions: credential.kind === 'session' ? held : held.intersection(permissionsOfKey(credential)),
    localeCodes,
    keyLimit: credential.keyLimit,
    isReadOnly: credential.isReadOnly === true,
  }
}

const actorOf = (credential: Credential): Actor =>
  credential.kind === 'session' ? { type: 'user', id: credential.userId } : { type: 'api_key', id: credential.apiKeyId }

const permissionsOfKey = (key: ApiKeyCredential) =>
  new Set<Permission>([...key.scopes.flatMap((scope: Scope) => scopes[scope] ?? []), ...key.permissions])

function assertPermission({ permissions }: MemberAccess, permission: Permission | null): void {
  if (permission && !permissions.has(permission)) throw fault('missingPermission', { requiredPermission: permission })
}

/** The permission in the rule of a route, where there is one; met already unless the rule is a late one. */
export function assertPermissionOf({ access: rule }: Entry, access: AnyAccess): void {
  if ('permission' in rule && access && 'permissions' in access) assertPermission(access, rule.permission)
}

/** For permissions that depend on what is asked, after the rule of the route was met. */
export const assertHolds = assertPermission

/** Refuses a locale that a restricted caller may not touch, whether or not it is on the project. */
export function assertLocale({ localeCodes }: MemberAccess, code: string): void {
  if (localeCodes && !localeCodes.includes(code)) throw fault('localeForbidden')
}

/** The code of a locale as it was sent, in whatever spelling, or none at all; refused in the same way. */
export function namedLocale(access: MemberAccess, sent: string): string {
  const code = localeCode(sent)
  assertLocale(access, code)
  return code
}
