import { type Place, type PlaceName, places } from './places.ts'

/**
 * Who holds what. Routes name one permission; roles and scopes are sets of them. A new route changes nothing here;
 * CONTRIBUTING lists what it does change.
 */
export const permissions = [
  'translation.view',
  'translation.edit',
  'translation.review',
  'translation.delete',
  'glossary.view',
  'glossary.create',
  'glossary.edit',
  'glossary.delete',
  'translation_memory.view',
  'translation_memory.edit',
  'project.export',
  'project.import',
  'project.manage',
  'webhook.view',
  'webhook.create',
  'webhook.edit',
  'webhook.delete',
  'context.write',
  'organization.manage_settings',
] as const
export type Permission = (typeof permissions)[number]

const viewer: Permission[] = ['translation.view', 'glossary.view', 'translation_memory.view', 'project.export']
const translator: Permission[] = [...viewer, 'translation.edit']
const reviewer: Permission[] = [...translator, 'translation.review', 'glossary.create', 'glossary.edit']
const developer: Permission[] = [
  ...reviewer,
  'translation.delete',
  'project.import',
  'webhook.view',
  'webhook.create',
  'webhook.edit',
  'webhook.delete',
  'project.manage',
  'context.write',
]
const admin: Permission[] = [...developer, 'glossary.delete', 'translation_memory.edit', 'organization.manage_settings']

export const roles = { owner: admin, admin, developer, reviewer, translator, viewer } as const
export type Role = keyof typeof roles
export const roleNames = Object.keys(roles) as Role[]

export const scopes = {
  'translations:read': ['translation.view', 'project.export', 'glossary.view', 'translation_memory.view'],
  'translations:write': ['translation.edit', 'project.import', 'glossary.create', 'glossary.edit'],
  'translations:delete': ['translation.delete'],
  'translations:review': ['translation.review'],
  'context:write': ['context.write'],
} as const satisfies Record<string, Permission[]>
export type Scope = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as Scope[]

/** Permissions no scope covers; an API key is given them by name. */
export const namedPermissions = ['webhook.view', 'webhook.create', 'webhook.edit', 'webhook.delete'] as const
export type NamedPermission = (typeof namedPermissions)[number]

/**
 * The rule of a route, as data. `http/access` enforces it, and a route without one does not start.
 *
 * - `anyone`: no credential is asked for; where `session` is said, one that comes along tells who it is.
 * - `user`: a signed-in user, whatever their organizations.
 * - otherwise the kind of place the route is about: a member of the organization there or, in a project, one of its API
 *   keys. What the others are told stands in `places`.
 */
export type Access = Open | SignedIn | AtPlace

interface Open {
  on: 'anyone'
  session?: true
}

interface SignedIn {
  on: 'user'
  /** What an API key is told. */
  apiKey: 'personRequired' | 'apiKeyOnOrganization'
}

interface AtPlace<On extends PlaceName = PlaceName> extends Options {
  on: On
  /** Null: being a member is enough. */
  permission: Permission | null
}

interface Options {
  /** Refuse members restricted to some languages: what the route does touches all of them. */
  unrestricted?: true
  /** The handler asks for the permission itself, because a rule of its own comes first. */
  late?: true
  /** For programs alone: a session is told to come with an API key. */
  apiKeyOnly?: true
  /** For people alone: an API key is refused before anything in the path is looked at. */
  sessionOnly?: true
}

export const anyone: { on: 'anyone' } = { on: 'anyone' }
/** Anyone; a session is taken notice of, and held to the rules for sessions. */
export const anyoneOrUser: { on: 'anyone'; session: true } = { on: 'anyone', session: true }
export const account: SignedIn = { on: 'user', apiKey: 'personRequired' }
export const user: SignedIn = { on: 'user', apiKey: 'apiKeyOnOrganization' }

export const at = <On extends PlaceName>(
  on: On,
  permission: Permission | null,
  options: Options = {},
): AtPlace<On> => ({
  on,
  permission,
  ...options,
})
export const organization = (permission: Permission | null = null, options: Options = {}) =>
  at('organization', permission, options)
export const project = (permission: Permission, options: Options = {}) => at('project', permission, options)
/** The project of the API key that asks. */
export const ownProject = (permission: Permission, options: Options = {}) =>
  at('ownProject', permission, { apiKeyOnly: true, ...options })

/** The place a route is about, if it is about one. */
export const placeOf = (access: Access): Place | undefined =>
  access.on === 'anyone' || access.on === 'user' ? undefined : places[access.on]

/** Whether a session that comes with a request counts there, and with it the rules for writes from elsewhere. */
export const takesSessions = (access: Access) =>
  access.on === 'anyone' ? access.session === true : !isForApiKeys(access)

/** Whether a session is told to come with an API key instead. */
export const isForApiKeys = (access: Access) => 'apiKeyOnly' in access && access.apiKeyOnly === true

/** Whether API keys are always refused. */
export const isForSessions = (access: Access) =>
  'sessionOnly' in access || access.on === 'user' || placeOf(access)?.owner === 'organization'
