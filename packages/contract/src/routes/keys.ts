import Type from 'typebox'
import { ownProject, project } from '../access.ts'
import { changesHeader } from '../change-range.ts'
import { checkIds } from '../checks.ts'
import {
  Cursor,
  Id,
  IssueSeverityField,
  LocaleName,
  limitOf,
  Nullable,
  named,
  StatusField,
  SyntaxField,
  Text,
  Time,
} from '../fields.ts'
import {
  AiContext,
  CharacterLimit,
  Description,
  DetailedKey,
  FormatData,
  Key,
  KeyName,
  ListedKey,
  NewKey,
  Parameter,
} from '../key.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

/** Filters combine with AND; inside one, any of its values will do. */
const filters = {
  search: Type.Optional(
    Text({ max: 1000, description: 'Part of a key name or of a value, whatever the case; see `searchIn`.' }),
  ),
  namespaceIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  statuses: Type.Optional(Type.Array(StatusField, { maxItems: 100 })),
  localeCodes: Type.Optional(Type.Array(LocaleName, { maxItems: limits.locales })),
  keyIds: Type.Optional(
    Type.Array(Id, {
      maxItems: 100,
      description: 'Among these keys; those that are no living keys of the project are left out.',
    }),
  ),
  searchIn: Type.Optional(
    Type.Array(Type.Enum(['key', 'value', 'description']), {
      maxItems: 100,
      description: 'Where the search looks: in names and values, unless told otherwise.',
    }),
  ),
  updatedSince: Type.Optional(
    Type.String({ format: 'date-time', description: 'Some value was last written at this time or later.' }),
  ),
  updatedUntil: Type.Optional(
    Type.String({ format: 'date-time', description: 'Some value was last written before this time.' }),
  ),
  updatedBy: Type.Optional(
    Type.Array(Id, {
      maxItems: 1000,
      description: 'Some value was last written by one of these users; with times, that value at that time.',
    }),
  ),
  hasComments: Type.Optional(Type.Boolean({ description: 'Whether there are comments that the caller may see.' })),
  isPlural: Type.Optional(Type.Boolean()),
  observed: Type.Optional(Type.Boolean({ description: 'Whether a running application has shown the key.' })),
  sourceChanged: Type.Optional(
    Type.Boolean({
      description:
        'Whether the text of the source language was changed after the value in one of `localeCodes`, or in any language.',
    }),
  ),
  issues: Type.Optional(
    Type.Array(Type.Enum([...checkIds, 'any']), {
      maxItems: 100,
      description:
        'One of these checks has something open about the value in one of `localeCodes`, or in any language; `any`: whichever check.',
    }),
  ),
  issueSeverities: Type.Optional(
    Type.Array(IssueSeverityField, {
      maxItems: 100,
      description: 'Something of such weight is open there; with `issues`, of those checks.',
    }),
  ),
}

const sorting = {
  sortBy: Type.Optional(Type.Enum(['key', 'updatedAt', 'createdAt'])),
  sortOrder: Type.Optional(Type.Enum(['asc', 'desc'])),
}

const writeErrors = [
  'namespaceNotFound',
  'localeNotEnabled',
  'localeForbidden',
  'valueTooLong',
  'qaErrors',
  'limitExceeded',
] as const

const SimilarText = Type.Object({
  sourceText: Text({ max: limits.value }),
  targetLocale: Text({ min: 1, max: 50 }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5 })),
  minSimilarity: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 0.5 })),
  excludeKeyId: Type.Optional(Id),
  excludeKey: Type.Optional(Text()),
  excludeNamespace: Type.Optional(Text()),
})
const SimilarKeys = Type.Object({
  matches: Type.Array(
    Type.Object({
      keyId: Id,
      key: Type.String(),
      sourceText: Type.String(),
      targetText: Type.String(),
      similarity: Type.Integer(),
    }),
  ),
})

const TypedKey = Type.Object({ keyId: Id, key: Type.String(), namespace: Type.String(), params: Type.Array(Parameter) })

named({ SimilarText, TypedKey, SimilarKeys })

export const keyRoutes = routes('Keys', {
  listKeys: {
    method: 'GET',
    path: '/projects/{projectId}/keys',
    summary: 'List keys with their values',
    access: project('translation.view'),
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
      ...filters,
      ...sorting,
      includeContext: Type.Optional(Type.Boolean()),
      includeIssues: Type.Optional(
        Type.Boolean({ description: 'With each value, what checks have found in it and nobody has set aside.' }),
      ),
    }),
    responses: {
      200: Type.Object({
        data: Type.Array(ListedKey),
        pagination: Type.Object({ nextCursor: Nullable(Type.String()), hasMore: Type.Boolean() }),
      }),
    },
    errors: ['invalidCursor', 'localeForbidden'],
  },
  getKey: {
    method: 'GET',
    path: '/keys/{namespace}/{key}',
    summary: "Read one key of the API key's project by its name",
    access: ownProject('translation.view'),
    responses: { 200: Key },
    errors: ['keyNotFound'],
  },
  pushKey: {
    method: 'PUT',
    path: '/keys',
    summary: 'Create a key, or merge what is sent into the existing one',
    access: ownProject('translation.edit'),
    body: NewKey,
    headers: changesHeader,
    responses: { 201: Key, 200: Key },
    errors: [...writeErrors, 'limitUnderValue', 'restrictedToLocales', 'noDefaultNamespace', 'keyNotFound'],
    bodyLimit: limits.valuesBody,
  },
  dropKey: {
    method: 'DELETE',
    path: '/keys/{namespace}/{key}',
    summary: "Delete one key of the API key's project by its name",
    access: ownProject('translation.delete', { unrestricted: true }),
    headers: changesHeader,
    responses: { 204: null },
    errors: ['keyNotFound'],
  },
  createKey: {
    method: 'POST',
    path: '/projects/{projectId}/keys',
    summary: 'Create a key, with values if you have them',
    access: project('translation.edit'),
    body: NewKey,
    headers: changesHeader,
    responses: { 201: Key },
    errors: ['keyExists', ...writeErrors, 'noDefaultNamespace'],
    bodyLimit: limits.valuesBody,
  },
  updateKey: {
    method: 'PATCH',
    path: '/projects/{projectId}/keys/{keyId}',
    summary: "Change a key's name, namespace or metadata",
    access: project('translation.edit'),
    body: Type.Object({
      key: Type.Optional(KeyName),
      namespaceId: Type.Optional(Id),
      description: Type.Optional(Nullable(Description)),
      aiContext: Type.Optional(Nullable(AiContext)),
      isPlural: Type.Optional(Type.Boolean()),
      characterLimit: Type.Optional(Nullable(CharacterLimit)),
      syntax: Type.Optional(SyntaxField),
    }),
    headers: changesHeader,
    responses: { 200: Key },
    errors: [
      'keyNotFound',
      'namespaceNotFound',
      'namespaceElsewhere',
      'limitUnderValue',
      'restrictedToLocales',
      'keyNameTaken',
    ],
  },
  deleteKey: {
    method: 'DELETE',
    path: '/projects/{projectId}/keys/{keyId}',
    summary: 'Delete a key and its values; it can be restored',
    access: project('translation.delete', { unrestricted: true }),
    headers: changesHeader,
    responses: { 204: null },
    errors: ['keyNotFound'],
  },
  restoreKey: {
    method: 'POST',
    path: '/projects/{projectId}/keys/{keyId}/restore',
    summary: 'Bring a deleted key back with its values',
    access: project('translation.delete', { unrestricted: true }),
    headers: changesHeader,
    responses: { 200: Key },
    errors: ['keyNotFound', 'keyNameTaken', 'limitExceeded'],
  },
  listDeletedKeys: {
    method: 'GET',
    path: '/projects/{projectId}/keys/deleted',
    summary: 'Deleted keys that can be restored, newest first',
    access: project('translation.delete'),
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
      search: Type.Optional(Text({ max: 1000, description: 'Part of a key name, whatever the case.' })),
    }),
    responses: {
      200: Type.Object({
        data: Type.Array(
          Type.Object({
            id: Id,
            key: Type.String(),
            namespace: Type.String(),
            deletedAt: Time,
            /** Behind an API key, its creator; null where nobody is known. */
            deletedBy: Nullable(Id),
            /** The values that would come back, in the languages that the caller may see. */
            valueCount: Type.Integer(),
          }),
        ),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor'],
  },
  listKeyIds: {
    method: 'GET',
    path: '/projects/{projectId}/keys/ids',
    summary: 'The ids of all keys that match, in order',
    access: project('translation.view'),
    query: Type.Object({ ...filters, ...sorting }),
    responses: { 200: Type.Object({ ids: Type.Array(Id), count: Type.Integer() }) },
    errors: ['localeForbidden'],
  },
  countKeys: {
    method: 'GET',
    path: '/projects/{projectId}/keys/count',
    summary: 'How many keys match',
    access: project('translation.view'),
    query: Type.Object(filters),
    responses: { 200: Type.Object({ count: Type.Integer() }) },
    errors: ['localeForbidden'],
  },
  getKeyById: {
    method: 'GET',
    path: '/projects/{projectId}/keys/{keyId}',
    summary: 'One key as the list shows it, with all that is known about it',
    access: project('translation.view'),
    responses: { 200: DetailedKey },
    errors: ['keyNotFound'],
  },
  getFormatData: {
    method: 'GET',
    path: '/projects/{projectId}/keys/{keyId}/format-data',
    summary: 'What only one family of file formats can say about a key; an empty object where nothing is known',
    // Forms and placeholders of all languages stand there.
    access: project('translation.view', { unrestricted: true }),
    responses: { 200: FormatData },
    errors: ['keyNotFound'],
  },
  putFormatData: {
    method: 'PUT',
    path: '/projects/{projectId}/keys/{keyId}/format-data',
    summary: 'Keep it, in place of all that was there',
    access: project('translation.edit', { unrestricted: true }),
    body: FormatData,
    responses: { 200: FormatData },
    errors: ['keyNotFound', 'bodyMissing'],
  },
  searchSimilarKeys: {
    method: 'GET',
    path: '/projects/{projectId}/keys/tm/search',
    summary: 'Values of the project whose source text is like the one given',
    access: project('translation.view'),
    query: SimilarText,
    responses: { 200: SimilarKeys },
    errors: ['localeForbidden', 'localeNotEnabled', 'tooManySearches'],
  },
  searchSimilarKeysByBody: {
    method: 'POST',
    path: '/projects/{projectId}/keys/tm/search',
    summary: 'The same for texts that do not fit into an address',
    access: project('translation.view'),
    body: SimilarText,
    responses: { 200: SimilarKeys },
    errors: ['localeForbidden', 'localeNotEnabled', 'tooManySearches'],
    effect: 'read',
  },
  getTypes: {
    method: 'GET',
    path: '/projects/{projectId}/types',
    summary: 'The parameters of every key, for generating types',
    access: project('translation.view'),
    responses: { 200: Type.Object({ keys: Type.Array(TypedKey) }) },
  },
  listTypes: {
    method: 'GET',
    path: '/projects/{projectId}/types/keys',
    summary: 'The parameters of keys, by pages, in the order of their names',
    access: project('translation.view'),
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
      search: Type.Optional(
        Text({
          max: 1000,
          description: 'Words, each a part of the key, its namespace or the name of a parameter, whatever the case.',
        }),
      ),
      hasParams: Type.Optional(Type.Boolean({ description: 'Whether the key asks for any.' })),
    }),
    responses: {
      200: Type.Object({
        keys: Type.Array(TypedKey),
        total: Type.Integer(),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor'],
  },
})
