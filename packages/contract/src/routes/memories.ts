import Type from 'typebox'
import { at, organization, project } from '../access.ts'
import { Cursor, Id, limitOf, Name, Nullable, named, SentFile, Text, WideMapOf } from '../fields.ts'
import { limits, MEBIBYTE } from '../limits.ts'
import { Matches, Memory, MemoryEntry } from '../memory.ts'
import { downloadErrors, routes } from '../route.ts'

const Description = Text({ max: 2000 })
const Segment = Text({ min: 1, max: limits.memoryText })
const ContextKey = Text({ max: limits.memoryContext })

const SearchBody = Type.Object({
  sourceText: Segment,
  targetLocaleId: Id,
  contextKey: Type.Optional(ContextKey),
  minSimilarity: Type.Optional(Type.Integer({ minimum: 50, maximum: 100, default: 50 })),
  maxResults: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5 })),
})

const Message = Type.Object({ message: Type.String() })

const assignmentFields = {
  tmId: Id,
  priority: Type.Integer({ minimum: 1, maximum: 100 }),
  isWritable: Type.Boolean(),
  penalty: Type.Integer({ minimum: 0, maximum: 100 }),
}
const Assignment = Type.Object({ ...assignmentFields, tmName: Type.String() })
const Settings = Type.Object({ assignments: Type.Array(Assignment) })

/** The XML itself. Its own limit is held by the routes; JSON may need three bytes for one of them. */
const TmxContent = Text({ description: 'TMX 1.4, at most 10 MB and 50,000 translation units.' })
const TMX_BODY_LIMIT = 31 * MEBIBYTE

const settings = 'organization.manage_settings'

named({ MemoryAssignment: Assignment, MemorySearch: SearchBody, MemorySettings: Settings })

export const memoryRoutes = routes('Translation memories', {
  listMemories: {
    method: 'GET',
    path: '/organizations/{orgId}/tms',
    summary: 'The translation memories of an organization',
    access: organization(settings),
    query: Type.Object({ cursor: Type.Optional(Cursor), limit: Type.Optional(limitOf(50)) }),
    responses: {
      200: Type.Object({ tms: Type.Array(Memory), nextCursor: Nullable(Type.String()), hasMore: Type.Boolean() }),
    },
  },
  createMemory: {
    method: 'POST',
    path: '/organizations/{orgId}/tms',
    summary: 'Create a translation memory',
    access: organization(settings),
    body: Type.Object({
      name: Name,
      description: Type.Optional(Description),
      sourceLocaleId: Id,
      isShared: Type.Optional(Type.Boolean({ default: false })),
      onlyApproved: Type.Optional(Type.Boolean({ default: false })),
    }),
    responses: { 201: Memory },
    errors: ['localeUnknown', 'localeForbidden', 'quotaExceeded'],
  },
  getMemory: {
    method: 'GET',
    path: '/tms/{tmId}',
    summary: 'One translation memory',
    access: at('memory', settings),
    responses: { 200: Memory },
  },
  updateMemory: {
    method: 'PATCH',
    path: '/tms/{tmId}',
    summary: 'Rename a memory, share it, or change what it takes up',
    access: at('memory', settings),
    body: Type.Object(
      {
        name: Type.Optional(Name),
        description: Type.Optional(Nullable(Description)),
        isShared: Type.Optional(Type.Boolean()),
        autoPopulate: Type.Optional(Type.Boolean()),
        onlyApproved: Type.Optional(Type.Boolean()),
      },
      { minProperties: 1 },
    ),
    responses: { 200: Memory },
    errors: ['nothingSent'],
  },
  deleteMemory: {
    method: 'DELETE',
    path: '/tms/{tmId}',
    summary: 'Delete a memory and all its entries, for good',
    access: at('memory', settings),
    responses: { 204: null },
  },
  listMemoryEntries: {
    method: 'GET',
    path: '/tms/{tmId}/entries',
    summary: 'The entries of a memory',
    access: at('memory', settings),
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
      targetLocaleId: Type.Optional(Id),
      sourceProjectId: Type.Optional(Id),
      search: Type.Optional(Text({ min: 1, max: 500 })),
    }),
    responses: {
      200: Type.Object({
        entries: Type.Array(MemoryEntry),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['localeUnknown', 'localeForbidden'],
  },
  putMemoryEntry: {
    method: 'POST',
    path: '/tms/{tmId}/entries',
    summary: 'Add an entry; one of the same source text, language and context gets the new translation',
    access: at('memory', settings),
    body: Type.Object({
      sourceText: Segment,
      targetText: Segment,
      targetLocaleId: Id,
      contextKey: Type.Optional(ContextKey),
    }),
    responses: { 201: Message },
    errors: ['localeUnknown', 'localeForbidden'],
  },
  updateMemoryEntry: {
    method: 'PUT',
    path: '/tms/{tmId}/entries/{entryId}',
    summary: 'Change the translation of an entry',
    access: at('memory', settings),
    body: Type.Object({ targetText: Segment }, { minProperties: 1 }),
    responses: { 200: Message },
    errors: ['nothingSent', 'entryNotFound', 'localeForbidden'],
  },
  deleteMemoryEntry: {
    method: 'DELETE',
    path: '/tms/{tmId}/entries/{entryId}',
    summary: 'Delete an entry',
    access: at('memory', settings),
    responses: { 204: null },
    errors: ['entryNotFound', 'localeForbidden'],
  },
  getMemoryStats: {
    method: 'GET',
    path: '/tms/{tmId}/stats',
    summary: 'How much a memory holds, and how often it helped',
    access: at('memory', settings),
    responses: {
      200: Type.Object({
        totalEntries: Type.Integer(),
        uniqueLanguagePairs: Type.Integer(),
        totalUsageCount: Type.Integer(),
      }),
    },
  },
  searchMemory: {
    method: 'POST',
    path: '/tms/{tmId}/search',
    summary: 'Entries of one memory whose source text is like the one given, best first',
    access: at('memory', settings),
    body: SearchBody,
    responses: { 200: Matches },
    errors: ['localeUnknown', 'localeForbidden', 'tooManySearches'],
    effect: 'read',
  },
  replaceInMemory: {
    method: 'POST',
    path: '/tms/{tmId}/find-replace',
    summary: 'Replace a text in all translations of one language, or show what that would do',
    access: at('memory', settings),
    body: Type.Object({
      targetLocaleId: Id,
      find: Segment,
      replace: Text(),
      preview: Type.Optional(Type.Boolean({ default: false })),
    }),
    responses: {
      200: Type.Object({
        affectedCount: Type.Integer(),
        skippedCount: Type.Integer({
          description: 'Entries that would become empty or too long, and stay as they are.',
        }),
        preview: Type.Optional(
          Type.Array(Type.Object({ id: Id, originalText: Type.String(), replacedText: Type.String() })),
        ),
      }),
    },
    errors: ['localeUnknown', 'localeForbidden', 'readOnly'],
    effect: 'always',
  },
  importTmx: {
    method: 'POST',
    path: '/tms/{tmId}/import',
    summary: 'Take the segments of a TMX file into a memory',
    access: at('memory', settings),
    body: Type.Object({
      content: TmxContent,
      conflictResolution: Type.Optional(Type.Enum(['skip', 'overwrite', 'keep_highest'], { default: 'skip' })),
      localeMapping: Type.Optional(WideMapOf(Text())),
    }),
    responses: {
      200: Type.Object({ imported: Type.Integer(), skipped: Type.Integer(), errors: Type.Array(Type.String()) }),
    },
    errors: ['tmxUnreadable', 'tmxTooManyUnits', 'tmxOtherSource'],
    bodyLimit: TMX_BODY_LIMIT,
  },
  previewTmx: {
    method: 'POST',
    path: '/tms/{tmId}/import/preview',
    summary: 'What a TMX file holds, before it is imported',
    access: at('memory', settings),
    body: Type.Object({ content: TmxContent }),
    responses: {
      200: Type.Object({
        sourceLocale: Type.String(),
        targetLocales: Type.Array(Type.String()),
        totalUnits: Type.Integer(),
        sampleEntries: Type.Array(
          Type.Object({
            sourceText: Type.String(),
            translations: Type.Array(Type.Object({ locale: Type.String(), text: Type.String() })),
          }),
        ),
        errors: Type.Array(Type.String()),
      }),
    },
    errors: ['tmxUnreadable', 'tmxTooManyUnits'],
    effect: 'read',
    bodyLimit: TMX_BODY_LIMIT,
  },
  exportTmx: {
    method: 'GET',
    path: '/tms/{tmId}/export',
    summary: 'A memory, or one of its languages, as a TMX file',
    access: at('memory', settings),
    query: Type.Object({ targetLocaleId: Type.Optional(Id) }),
    responses: { 200: SentFile('application/xml') },
    errors: ['localeUnknown', 'localeForbidden', ...downloadErrors],
  },
  getMemorySettings: {
    method: 'GET',
    path: '/projects/{projectId}/tm-settings',
    summary: 'The memories a project works with, the most important first',
    access: project('translation_memory.view'),
    responses: { 200: Settings },
  },
  updateMemorySettings: {
    method: 'PATCH',
    path: '/projects/{projectId}/tm-settings',
    summary: 'Replace the list of memories a project works with',
    access: project('translation_memory.edit', { sessionOnly: true }),
    body: Type.Object({ assignments: Type.Array(Type.Object(assignmentFields), { maxItems: 50 }) }),
    responses: { 200: Settings },
    errors: ['severalWritable', 'memoryTwice', 'memoryNotAssignable'],
  },
  searchProjectMemories: {
    method: 'POST',
    path: '/projects/{projectId}/tm/search',
    summary: 'Entries of all memories of a project whose source text is like the one given, best first',
    access: project('translation_memory.view', { late: true }),
    body: SearchBody,
    responses: { 200: Matches },
    errors: ['localeUnknown', 'localeForbidden', 'tooManySearches'],
    effect: 'read',
  },
})
