import Type from 'typebox'
import { at, namedPermissions, organization, project, scopeNames } from '../access.ts'
import {
  FormatField,
  Id,
  LocaleCode,
  Name,
  Nullable,
  named,
  optionalPages,
  StatusField,
  Text,
  Time,
} from '../fields.ts'
import { NamespaceName } from '../key.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

const ProjectLocale = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  isSource: Type.Boolean(),
})

const Project = Type.Object({
  id: Id,
  organizationId: Id,
  name: Type.String(),
  sourceLocaleId: Id,
  sourceLocaleCode: Type.String(),
  locales: Type.Array(ProjectLocale),
  defaultNamespaceId: Id,
  cdnToken: Type.String(),
  cdnUrl: Type.String(),
  cdn: Type.Object({
    format: FormatField,
    structure: Type.Enum(['flat', 'nested']),
    statuses: Nullable(Type.Array(StatusField, { description: 'Null or none of them: every status.' })),
  }),
  createdAt: Time,
  updatedAt: Time,
})

const Namespace = Type.Object({
  id: Id,
  name: Type.String(),
  isDefault: Type.Boolean(),
  keyCount: Type.Integer(),
})

const LocaleStats = Type.Object({
  code: Type.String(),
  translated: Type.Integer(),
  notReviewed: Type.Integer(),
  notTranslated: Type.Integer(),
  errors: Type.Integer({ description: 'What checks have found and nobody has set aside, of that weight.' }),
  warnings: Type.Integer({ description: 'The same of less weight.' }),
})
const stats = { keys: Type.Integer(), locales: Type.Array(LocaleStats) }

const apiKey = {
  id: Id,
  name: Type.String(),
  prefix: Type.String(),
  scopes: Type.Array(Type.Enum(scopeNames)),
  permissions: Type.Array(Type.Enum([...namedPermissions])),
  createdBy: Id,
  createdAt: Time,
  lastUsedAt: Nullable(Time),
  expiresAt: Nullable(Time),
}

const ApiKey = Type.Object(apiKey)
const CreatedApiKey = Type.Object({ ...apiKey, key: Type.String() })
const OwnApiKey = Type.Object({
  id: apiKey.id,
  name: apiKey.name,
  projectId: Id,
  scopes: apiKey.scopes,
  permissions: apiKey.permissions,
  localeCodes: Nullable(
    Type.Array(Type.String(), { description: 'What its creator is restricted to; null is nothing.' }),
  ),
  expiresAt: apiKey.expiresAt,
})

const Stats = Type.Object(stats)
const ListedProject = Type.Object({ ...Project.properties, stats: Type.Optional(Stats) })
const NamespaceStats = Type.Object({ id: Id, name: Type.String(), ...stats })

named({
  ApiKey,
  CreatedApiKey,
  OwnApiKey,
  ListedProject,
  NamespaceStats,
  ProjectLocale,
  Project,
  Namespace,
  LocaleStats,
})

export const projectRoutes = routes('Projects', {
  listProjects: {
    method: 'GET',
    path: '/organizations/{orgId}/projects',
    summary: 'The projects of an organization',
    access: organization(),
    query: Type.Object({
      includeStats: Type.Optional(Type.Boolean()),
      search: Type.Optional(Text({ max: 255, description: 'Part of a name, whatever the case.' })),
      ...optionalPages,
    }),
    responses: {
      200: Type.Object({
        projects: Type.Array(ListedProject),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor'],
  },
  createProject: {
    method: 'POST',
    path: '/organizations/{orgId}/projects',
    summary: 'Create a project with its source locale and the namespace `default`',
    access: organization('project.manage'),
    body: Type.Object({
      name: Name,
      sourceLocale: LocaleCode,
      locales: Type.Optional(Type.Array(LocaleCode, { maxItems: limits.locales })),
    }),
    responses: { 201: Project },
    errors: ['localeForbidden'],
  },
  getProject: {
    method: 'GET',
    path: '/projects/{projectId}',
    summary: 'One project',
    access: project('translation.view'),
    responses: { 200: Project },
  },
  updateProject: {
    method: 'PATCH',
    path: '/projects/{projectId}',
    summary: 'Rename a project, or say what its CDN files contain',
    access: project('project.manage'),
    body: Type.Object({
      name: Type.Optional(Name),
      cdn: Type.Optional(
        Type.Object({
          format: Type.Optional(FormatField),
          structure: Type.Optional(Type.Enum(['flat', 'nested'])),
          statuses: Type.Optional(Nullable(Type.Array(StatusField, { maxItems: 3 }))),
        }),
      ),
    }),
    responses: { 200: Project },
  },
  deleteProject: {
    method: 'DELETE',
    path: '/projects/{projectId}',
    summary: 'Delete a project',
    access: project('project.manage', { unrestricted: true }),
    responses: { 204: null },
  },
  listProjectLocales: {
    method: 'GET',
    path: '/projects/{projectId}/locales',
    summary: 'The languages of a project',
    access: project('translation.view'),
    responses: { 200: Type.Object({ locales: Type.Array(ProjectLocale) }) },
  },
  addProjectLocale: {
    method: 'POST',
    path: '/projects/{projectId}/locales',
    summary: 'Add a language; values it had before are there again',
    access: project('project.manage'),
    body: Type.Object({ code: LocaleCode }),
    responses: { 201: ProjectLocale, 200: ProjectLocale },
    errors: ['localeForbidden'],
  },
  removeProjectLocale: {
    method: 'DELETE',
    path: '/projects/{projectId}/locales/{code}',
    summary: 'Take a language out of use; its values are kept aside',
    access: project('project.manage'),
    responses: { 204: null },
    errors: ['sourceLocaleStays', 'localeNotEnabled', 'localeForbidden'],
  },
  listNamespaces: {
    method: 'GET',
    path: '/projects/{projectId}/namespaces',
    summary: 'The namespaces of a project with their number of keys',
    access: project('translation.view'),
    responses: { 200: Type.Object({ namespaces: Type.Array(Namespace) }) },
  },
  createNamespace: {
    method: 'POST',
    path: '/projects/{projectId}/namespaces',
    summary: 'Create a namespace',
    access: project('project.manage'),
    body: Type.Object({ name: NamespaceName }),
    responses: { 201: Namespace },
    errors: ['namespaceExists'],
  },
  updateNamespace: {
    method: 'PATCH',
    path: '/projects/{projectId}/namespaces/{namespaceId}',
    summary: 'Rename a namespace',
    access: project('project.manage'),
    body: Type.Object({ name: Type.Optional(NamespaceName) }),
    responses: { 200: Namespace },
    errors: ['namespaceNotFound', 'namespaceExists'],
  },
  deleteNamespace: {
    method: 'DELETE',
    path: '/projects/{projectId}/namespaces/{namespaceId}',
    summary: 'Delete a namespace and its keys',
    access: project('project.manage', { unrestricted: true }),
    responses: { 204: null },
    errors: ['namespaceNotFound', 'defaultNamespaceStays'],
  },
  getApiKey: {
    method: 'GET',
    path: '/api-key',
    summary: 'The API key that asks: what it is for, and what it may do',
    access: at('ownProject', null, { apiKeyOnly: true }),
    responses: { 200: OwnApiKey },
  },
  listApiKeys: {
    method: 'GET',
    path: '/projects/{projectId}/api-keys',
    summary: 'The API keys of a project',
    access: project('project.manage'),
    responses: { 200: Type.Object({ apiKeys: Type.Array(ApiKey) }) },
  },
  createApiKey: {
    method: 'POST',
    path: '/projects/{projectId}/api-keys',
    summary: 'Create an API key; its text is shown this once',
    access: project('project.manage'),
    body: Type.Object({
      name: Name,
      scopes: Type.Array(Type.Enum(scopeNames), { maxItems: 20 }),
      permissions: Type.Optional(Type.Array(Type.Enum([...namedPermissions]), { maxItems: 20 })),
      expiresAt: Type.Optional(Nullable(Time)),
    }),
    responses: { 201: CreatedApiKey },
    errors: ['grantNotHeld', 'quotaExceeded'],
  },
  deleteApiKey: {
    method: 'DELETE',
    path: '/projects/{projectId}/api-keys/{apiKeyId}',
    summary: 'Revoke an API key',
    access: project('project.manage'),
    responses: { 204: null },
    errors: ['notFound'],
  },
  getStats: {
    method: 'GET',
    path: '/projects/{projectId}/stats',
    summary: 'How far each language is',
    access: project('translation.view'),
    query: Type.Object({ by: Type.Optional(Type.Enum(['namespace'])) }),
    responses: {
      200: Type.Object({
        ...stats,
        namespaces: Type.Optional(Type.Array(NamespaceStats)),
      }),
    },
  },
  getWordsByDay: {
    method: 'GET',
    path: '/projects/{projectId}/stats/days',
    summary: 'How many words were written on each day, by language',
    access: project('translation.view'),
    query: Type.Object({
      days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 90, description: 'How far back, today included. 14 unless told.' }),
      ),
    }),
    responses: {
      200: Type.Object({
        days: Type.Array(
          Type.Object({
            day: Type.String({ format: 'date', description: 'In UTC. Days without a word are left out.' }),
            locales: Type.Array(
              Type.Object({
                code: Type.String(),
                words: Type.Integer({ description: 'Characters in languages that put no spaces between words.' }),
                values: Type.Integer({ description: 'How often a value got another text.' }),
              }),
            ),
          }),
        ),
        isComplete: Type.Boolean({
          description: 'False while the newest changes are still being counted: ask again for the rest.',
        }),
      }),
    },
  },
})
