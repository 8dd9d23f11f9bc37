import Type from 'typebox'
import { ownProject, project } from '../access.ts'
import {
  FormatField,
  formatMediaTypes,
  Id,
  MapOf,
  Nullable,
  named,
  SentFile,
  StatusField,
  SyntaxField,
  Text,
} from '../fields.ts'
import { FormatData } from '../key.ts'
import { downloadErrors, routes } from '../route.ts'

export const exportStructures = ['flat', 'nested'] as const
export const exportStyles = ['pretty', 'minified'] as const

const Names = Type.Array(Text())
const Codes = Type.Array(Text())

const query = Type.Object({
  locales: Type.Optional(Codes),
  namespaces: Type.Optional(Names),
  statuses: Type.Optional(Type.Array(StatusField)),
  includeEmpty: Type.Optional(Type.Boolean()),
  include: Type.Optional(
    Type.Array(Type.Enum(['meta', 'statuses']), {
      description: 'Beside the texts: what is known of each key (`keys`), the status of each value (`statuses`).',
    }),
  ),
})

const headers = {
  'X-Parlance-Warnings': Type.Integer({
    minimum: 0,
    description: 'How many texts the files do not say as the project does. An archive lists them in `warnings.json`.',
  }),
}

const Exported = Type.Object({
  locales: Type.Array(Type.String()),
  namespaces: MapOf(MapOf(MapOf(Type.String()))),
  keys: Type.Optional(
    MapOf(
      MapOf(
        Type.Object({
          isPlural: Type.Boolean(),
          description: Nullable(Type.String()),
          characterLimit: Nullable(Type.Integer()),
          syntax: SyntaxField,
          formatData: Nullable(FormatData),
        }),
      ),
      { description: 'With `include=meta`: all keys of the namespaces, by namespace and name.' },
    ),
  ),
  statuses: Type.Optional(
    MapOf(MapOf(MapOf(StatusField)), { description: 'With `include=statuses`: as `namespaces`, of the same values.' }),
  ),
})

/** Of what follows from the data alone, for whoever has asked before. */
const valuesHeaders = {
  ETag: Type.String({
    description: 'Sent back as `If-None-Match`, it is answered with 304 while nothing is different.',
  }),
}

named({ Exported })

export const exportRoutes = routes('Export', {
  exportKeys: {
    method: 'POST',
    path: '/projects/{projectId}/keys/export',
    summary: 'Download values as a file of any format, or several as an archive',
    access: project('project.export'),
    body: Type.Object({
      keyIds: Type.Optional(Type.Array(Id)),
      localeCodes: Type.Optional(Codes),
      namespaces: Type.Optional(Names),
      format: Type.Optional(FormatField),
      statuses: Type.Optional(Type.Array(StatusField)),
      includeEmpty: Type.Optional(Type.Boolean()),
      structure: Type.Optional(Type.Enum([...exportStructures])),
      style: Type.Optional(Type.Enum([...exportStyles])),
      placeholders: Type.Optional(
        Type.Enum(['keep', 'convert'], {
          description:
            'Whether texts leave as they are stored, or ICU messages are written in the syntax of the format: the default of `i18next-v4`.',
        }),
      ),
      formatOptions: Type.Optional(
        MapOf(Type.Union([Type.String(), Type.Boolean()]), {
          description: 'By name; which there are depends on the format.',
        }),
      ),
      isPreview: Type.Optional(
        Type.Boolean({
          description:
            'Somebody only looks, as an application in development does: no history and no webhook tells of it.',
        }),
      ),
    }),
    responses: { 200: SentFile(...formatMediaTypes, 'application/zip') },
    headers,
    errors: ['localeForbidden', ...downloadErrors],
    effect: 'read',
  },
  exportProject: {
    method: 'GET',
    path: '/projects/{projectId}/export',
    summary: 'The values of a project, for builds',
    access: project('project.export', { apiKeyOnly: true }),
    query,
    responses: { 200: Exported },
    headers: { ...headers, ...valuesHeaders },
    isConditional: true,
    errors: ['localeForbidden', ...downloadErrors],
  },
  exportTranslations: {
    method: 'GET',
    path: '/translations',
    summary: "The values of the API key's own project, for builds",
    access: ownProject('project.export'),
    query,
    responses: { 200: Exported },
    headers: { ...headers, ...valuesHeaders },
    isConditional: true,
    errors: ['localeForbidden', ...downloadErrors],
  },
})
