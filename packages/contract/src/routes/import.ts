import Type from 'typebox'
import { project } from '../access.ts'
import { Actor } from '../actor.ts'
import { ChangeRange } from '../change-range.ts'
import { Cursor, FormatField, Id, Nullable, named, StatusField, SyntaxField, Text, Time, WideMapOf } from '../fields.ts'
import { FormatData, NamespaceName, ValueText } from '../key.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

const bodyLimit = limits.importBody

const Count = Type.Integer()
export const WebImportCounts = Type.Object({ added: Count, updated: Count, skipped: Count })

/** What an import of a build has done. */
export const CliImportStats = Type.Object({
  keysCreated: Count,
  keysUpdated: Count,
  keysDeleted: Count,
  translationsCreated: Count,
  translationsUpdated: Count,
  namespacesCreated: Type.Array(Type.String()),
})

const resolutions = ['keep_existing', 'use_imported'] as const
const Resolution = Type.Enum([...resolutions])

/** Something about a file, or about a key of it. */
const Remark = Type.Object({
  filename: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
  code: Type.Optional(Type.String({ description: 'Which remark it is, for programs: `duplicate_key` and others.' })),
  message: Type.String(),
  line: Type.Optional(Type.Integer({ description: 'From 1, where the file has lines.' })),
  column: Type.Optional(Type.Integer({ description: 'From 1, in UTF-16 units.' })),
})
const Remarks = Type.Array(Remark)

const HiddenValue = Nullable(Type.String({ description: 'Null for callers without translation.view.' }))

const Conflict = Type.Object({
  filename: Type.String(),
  key: Type.String(),
  namespace: Type.String(),
  locale: Type.String(),
  existingValue: HiddenValue,
  newValue: Type.String(),
  resolution: Resolution,
})

/** Options of a format, by name; which there are depends on the format. */
const FormatOptions = WideMapOf(Type.Union([Type.String(), Type.Boolean()]))

/** Whether texts stay in the syntax of their file, or become ICU messages. */
const Placeholders = Type.Enum(['keep', 'convert'])

const FileMappings = Type.Array(
  Type.Object({
    filename: Text(),
    locale: Text({ max: limits.localeCode }),
    namespace: Type.Optional(NamespaceName),
    overrideDetection: Type.Optional(Type.Boolean()),
  }),
)

const ConflictResolutions = Type.Array(
  Type.Object({
    key: Text(),
    locale: Text(),
    existingValue: Nullable(Text()),
    newValue: Text(),
    namespace: Type.Optional(Text()),
    resolution: Type.Optional(Resolution),
  }),
)

/** One resolution for all conflicts of a file; those for a key win. */
const ConflictDefaults = Type.Array(Type.Object({ filename: Text(), resolution: Resolution }), {
  maxItems: limits.importFiles,
})

/** With `paged`, conflicts are counted here and read by pages. */
const ConflictsQuery = Type.Object({ conflicts: Type.Optional(Type.Enum(['paged'])) })
const ConflictCount = Type.Optional(Type.Integer({ description: 'With `conflicts=paged`.' }))

const names = {
  namespace: { min: 1, max: limits.namespaceName },
  key: { min: 1, max: limits.keyName, short: 'FIELD_REQUIRED' },
} as const

const SentText = { ...ValueText, 'x-advice': 'Nested names are written with dots, as in `cart.title`.' }

/** Namespace, locale, key, text. */
const Namespaces = WideMapOf(WideMapOf(WideMapOf(SentText, names.key)), names.namespace)

/** Namespace, key, and what is to be known about it; of keys that have no text among those sent it is left out. */
const DescribedKeys = WideMapOf(
  WideMapOf(
    Type.Object({
      isPlural: Type.Optional(Type.Boolean()),
      description: Type.Optional(Nullable(Type.String({ maxLength: limits.keyDescription }))),
      characterLimit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))),
      syntax: Type.Optional(SyntaxField),
      formatData: Type.Optional(Nullable(FormatData)),
    }),
    names.key,
  ),
  names.namespace,
)

/** Namespace, locale, key: of the texts that are sent along. */
const SentStatuses = WideMapOf(WideMapOf(WideMapOf(StatusField, names.key)), names.namespace)

/** What of a payload is left out, or was put together. */
const CliWarnings = Type.Array(
  Type.Object({
    type: Type.Enum([
      'unknown_locale',
      'unknown_namespace',
      'merged_locale',
      'value_too_long',
      'limit_too_small',
      'qa_errors',
      'format_data_left_out',
      'icu_syntax',
      'nested_json',
    ]),
    namespace: Type.Optional(Type.String()),
    locale: Type.Optional(Type.String()),
    key: Type.Optional(Type.String()),
    message: Type.String(),
  }),
)

/** How far a commit has come. */
const progress = {
  status: Type.Enum(['running', 'completed', 'failed']),
  totalFiles: Count,
  processedFiles: Count,
  results: WebImportCounts,
  startedAt: Time,
}

const cliAccess = project('project.import', { apiKeyOnly: true })

named({ WebImportCounts, CliImportStats, Remark, Conflict })

export const importRoutes = routes('Import', {
  validateImport: {
    method: 'POST',
    path: '/projects/{projectId}/keys/import/validate',
    summary: 'Look at files before they are imported; writes no keys',
    access: project('project.import'),
    query: ConflictsQuery,
    body: Type.Object({
      files: Type.Array(
        Type.Object({
          filename: Text(),
          content: Type.String({ description: 'Base64 of a file of any format, or of a ZIP archive of such files.' }),
          size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          /** Of the keys that its texts create; of an archive, for all its files. */
          syntax: Type.Optional(SyntaxField),
          /** Else its name decides, or its structure; of an archive, for the files with an extension of the format. */
          format: Type.Optional(FormatField),
          formatOptions: Type.Optional(FormatOptions),
          placeholders: Type.Optional(Placeholders),
        }),
      ),
      options: Type.Optional(
        Type.Object({
          maxFileSize: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
          maxTotalKeys: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
          defaultConflictResolution: Type.Optional(Resolution),
          allowNewLocales: Type.Optional(Type.Boolean()),
        }),
      ),
    }),
    responses: {
      200: Type.Object({
        validationId: Type.String(),
        files: Type.Array(
          Type.Object({
            filename: Type.String(),
            detection: Type.Object({
              filename: Type.String(),
              /** Null: nothing of it was read. */
              format: Nullable(FormatField),
              detectedLocale: Nullable(Type.String()),
              detectedNamespace: Nullable(Type.String()),
              confidence: Type.Number(),
              keyCount: Count,
              errors: Remarks,
              warnings: Remarks,
            }),
            conflicts: Type.Array(Conflict),
            conflictCount: ConflictCount,
            isValid: Type.Boolean(),
          }),
        ),
        conflictCount: ConflictCount,
        summary: Type.Object({
          totalFiles: Count,
          totalKeys: Count,
          uniqueKeys: Count,
          totalConflicts: Count,
          validFiles: Count,
          invalidFiles: Count,
        }),
        errors: Remarks,
        warnings: Remarks,
      }),
    },
    errors: [
      'fileTypeNotAllowed',
      'invalidFileStructure',
      'tooManyFilesInZip',
      'zipBomb',
      'fileTooLarge',
      'quotaExceeded',
      'tooManyImports',
    ],
    effect: 'read',
    bodyLimit,
  },
  revalidateImport: {
    method: 'POST',
    path: '/projects/{projectId}/keys/import/revalidate',
    summary: 'What would be in the way if files went where the mappings say',
    access: project('project.import'),
    query: ConflictsQuery,
    body: Type.Object({
      validationId: Text(),
      fileMappings: Type.Optional(FileMappings),
      conflictResolutions: Type.Optional(ConflictResolutions),
    }),
    responses: {
      200: Type.Object({
        conflicts: Type.Array(Conflict),
        conflictCount: ConflictCount,
        /** With `conflicts=paged`. */
        files: Type.Optional(Type.Array(Type.Object({ filename: Type.String(), conflictCount: Count }))),
        warnings: Remarks,
      }),
    },
    errors: ['importSessionExpired', 'importSessionMismatch', 'notFound', 'localeForbidden', 'tooManyImports'],
    effect: 'read',
    bodyLimit,
  },
  commitImport: {
    method: 'POST',
    path: '/projects/{projectId}/keys/import/commit',
    summary: 'Import validated files: all of it or nothing',
    access: project('project.import'),
    body: Type.Object({
      validationId: Text(),
      fileMappings: FileMappings,
      conflictResolutions: ConflictResolutions,
      conflictDefaults: Type.Optional(ConflictDefaults),
      options: Type.Optional(
        Type.Object({
          dryRun: Type.Optional(Type.Boolean()),
          idempotencyKey: Type.Optional(Text({ min: 1, max: 255 })),
          progressTrackingId: Type.Optional(Text({ min: 1, max: 128 })),
        }),
      ),
    }),
    responses: {
      200: Type.Object({
        success: Type.Boolean(),
        results: WebImportCounts,
        conflictsSummary: Type.Object({ total: Count, keepExisting: Count, useImported: Count }),
        details: Type.Array(
          Type.Object({
            filename: Type.String(),
            locale: Nullable(Type.String()),
            namespace: Nullable(Type.String()),
            added: Count,
            updated: Count,
            skipped: Count,
            errors: Remarks,
          }),
        ),
        errors: Remarks,
        warnings: Remarks,
        duration: Type.Number(),
        changes: ChangeRange,
      }),
    },
    errors: [
      'importSessionExpired',
      'importSessionMismatch',
      'notFound',
      'localeForbidden',
      'limitExceeded',
      'idempotencyMismatch',
      'tooManyImports',
    ],
    bodyLimit,
  },
  listImportConflicts: {
    method: 'GET',
    path: '/projects/{projectId}/keys/import/{validationId}/conflicts',
    summary: 'The conflicts of validated files, by pages',
    access: project('project.import'),
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
      search: Type.Optional(Text({ max: 1000, description: 'Part of a key name or of a value, whatever the case.' })),
      filename: Type.Optional(Text()),
      skip: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          default: 0,
          description: 'How many of those that match are passed over; after a cursor, of those that follow it.',
        }),
      ),
    }),
    responses: {
      200: Type.Object({
        conflicts: Type.Array(Conflict),
        total: Count,
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['importSessionExpired', 'importSessionMismatch', 'notFound', 'invalidCursor'],
  },
  listImports: {
    method: 'GET',
    path: '/projects/{projectId}/keys/import/progress',
    summary: 'Imports that are under way, then those of the last two hours, newest first; at most 100',
    access: project('translation.view'),
    responses: {
      200: Type.Object({
        imports: Type.Array(
          Type.Object({
            trackingId: Type.String({ description: 'Made up for those that were begun without one.' }),
            source: Type.Enum(['web', 'cli']),
            ...progress,
            actor: Actor,
          }),
        ),
      }),
    },
  },
  getImportProgress: {
    method: 'GET',
    path: '/projects/{projectId}/keys/import/progress/{trackingId}',
    summary: 'How far a commit has come',
    access: project('project.import'),
    responses: {
      200: Type.Object({ ...progress, currentFile: Nullable(Type.String()) }),
    },
    errors: ['notFound'],
  },
  validateCliImport: {
    method: 'POST',
    path: '/projects/{projectId}/import/validate',
    summary: 'What the values of a build would change; writes nothing',
    access: cliAccess,
    body: Type.Object({ namespaces: Namespaces, keys: Type.Optional(DescribedKeys) }),
    responses: {
      200: Type.Object({
        valid: Type.Boolean(),
        stats: Type.Object({ totalKeys: Count, newKeys: Count, existingKeys: Count, totalTranslations: Count }),
        conflicts: Type.Array(
          Type.Object({
            key: Type.String(),
            namespace: Type.String(),
            locale: Type.String(),
            localValue: Type.String(),
            serverValue: HiddenValue,
          }),
        ),
        warnings: CliWarnings,
      }),
    },
    errors: ['localeForbidden'],
    effect: 'read',
    bodyLimit,
  },
  commitCliImport: {
    method: 'POST',
    path: '/projects/{projectId}/import/commit',
    summary: 'Import the values of a build: all of it or nothing',
    access: cliAccess,
    body: Type.Object({
      namespaces: Namespaces,
      options: Type.Object({
        conflictResolution: Type.Enum(['keep_local', 'keep_server', 'fail']),
        createNamespaces: Type.Optional(Type.Boolean()),
        deleteOrphans: Type.Optional(Type.Boolean()),
        idempotencyKey: Type.Optional(Text({ min: 1, max: 255 })),
      }),
      keys: Type.Optional(DescribedKeys),
      statuses: Type.Optional(SentStatuses),
    }),
    responses: {
      200: Type.Object({
        success: Type.Boolean(),
        stats: CliImportStats,
        errors: Type.Array(Type.Object({ key: Type.String(), namespace: Type.String(), message: Type.String() })),
        warnings: CliWarnings,
        affectedKeyIds: Type.Array(Id),
        changes: ChangeRange,
      }),
    },
    errors: ['localeForbidden', 'restrictedToLocales', 'limitExceeded', 'idempotencyMismatch'],
    bodyLimit,
  },
})
