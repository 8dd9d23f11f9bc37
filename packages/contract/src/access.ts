/** Who holds what. Routes name one permission; roles and scopes are sets of them. */
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
 * - `anyone`: no credential is asked for.
 * - `user`: a signed-in user, whatever their organizations.
 * - `organization`: a member of `{orgId}`; never an API key.
 * - `project`: a member of the organization of `{projectId}`, or one of its API keys; with `apiKeyOnly`, only the latter;
 *   with `sessionOnly`, only the former.
 * - `ownProject`: an API key; its project is the project.
 * - `glossary`: a member of `{orgId}`, whose glossary it is; an API key is refused in the way the route says.
 * - `webhook`, `delivery`: as `project`, of the project that `{id}` belongs to.
 * - `memory`: a member of the organization of `{tmId}`; to an API key there is no such memory.
 */
export type Access =
  | { on: 'anyone' }
  | { on: 'user'; apiKey: 'authenticationRequired' | 'apiKeyOnOrganization' }
  | { on: 'organization'; permission: Permission | null }
  | GlossaryAccess
  | ({ on: 'project' | 'ownProject'; permission: Permission } & Unrestricted & Kind)
  | { on: 'webhook' | 'delivery' | 'memory'; permission: Permission }

interface GlossaryAccess extends Unrestricted {
  on: 'glossary'
  permission: Permission
  apiKey: 'authenticationRequired' | 'apiKeyOnOrganization'
}

interface Unrestricted {
  /** Refuse members restricted to some languages: what the route does touches all of them. */
  unrestricted?: true
  /** The handler asks for the permission itself, because a rule of its own comes first. */
  late?: true
}

interface Kind {
  /** For programs alone: a session is told to come with an API key. */
  apiKeyOnly?: true
  /** For people alone: an API key is refused before anything in the path is looked at. */
  sessionOnly?: true
}

export const anyone: { on: 'anyone' } = { on: 'anyone' }
export const account: { on: 'user'; apiKey: 'authenticationRequired' } = {
  on: 'user',
  apiKey: 'authenticationRequired',
}
export const user: { on: 'user'; apiKey: 'apiKeyOnOrganization' } = { on: 'user', apiKey: 'apiKeyOnOrganization' }
export const organization = (
  permission: Permission | null = null,
): { on: 'organization'; permission: Permission | null } => ({
  on: 'organization',
  permission,
})
/** For sessions only: to an API key it looks as if nobody were asking. */
export const glossary = (permission: Permission, options: Unrestricted = {}): GlossaryAccess => ({
  on: 'glossary',
  permission,
  apiKey: 'authenticationRequired',
  ...options,
})
/** An API key is known here, and told that this is no place for it. */
export const glossaryReading = (permission: Permission): GlossaryAccess => ({
  on: 'glossary',
  permission,
  apiKey: 'apiKeyOnOrganization',
})
export const project = (
  permission: Permission,
  options: Unrestricted & Kind = {},
): { on: 'project'; permission: Permission } & Unrestricted & Kind => ({ on: 'project', permission, ...options })
export const ownProject = (
  permission: Permission,
  options: Unrestricted = {},
): { on: 'ownProject'; permission: Permission } & Unrestricted => ({ on: 'ownProject', permission, ...options })
export const webhook = (permission: Permission): { on: 'webhook'; permission: Permission } => ({
  on: 'webhook',
  permission,
})
export const delivery = (permission: Permission): { on: 'delivery'; permission: Permission } => ({
  on: 'delivery',
  permission,
})
export const memory = (permission: Permission): { on: 'memory'; permission: Permission } => ({
  on: 'memory',
  permission,
})
