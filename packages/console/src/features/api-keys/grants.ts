import type { AnswerOf } from '@parlance/sdk'

export type ApiKey = AnswerOf<'listApiKeys'>['apiKeys'][number]
export type Scope = ApiKey['scopes'][number]
export type NamedPermission = ApiKey['permissions'][number]

/** What a key can be allowed to do; each has its words. */
export const SCOPES = {
  'translations:read': 'read',
  'translations:write': 'write',
  'translations:delete': 'delete',
  'translations:review': 'review',
  'context:write': 'context',
} as const satisfies Record<Scope, string>

export const PERMISSIONS = {
  'webhook.view': 'view',
  'webhook.create': 'create',
  'webhook.edit': 'edit',
  'webhook.delete': 'delete',
} as const satisfies Record<NamedPermission, string>

export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[]
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as NamedPermission[]

/** In the order in which they are offered. */
export const toggled = <T>(all: readonly T[], chosen: readonly T[], one: T, isChosen: boolean): T[] =>
  all.filter((name) => (name === one ? isChosen : chosen.includes(name)))
