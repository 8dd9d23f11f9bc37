import Type from 'typebox'
import { project } from '../access.ts'
import { ChangeRange } from '../change-range.ts'
import { Cursor, Id, LocaleName, limitOf, Nullable, named, Time } from '../fields.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

/** Why a key got no translation. */
export const machineTranslationErrorTypes = [
  'no_source',
  'no_translation',
  'insufficient_credits',
  'provider_error',
  'unknown',
] as const
export type MachineTranslationErrorType = (typeof machineTranslationErrorTypes)[number]

export const MachineTranslationError = Type.Object({
  keyId: Id,
  key: Nullable(Type.String()),
  message: Type.String(),
  type: Type.Enum([...machineTranslationErrorTypes]),
})

export const ScheduledTranslation = Type.Object({
  jobId: Id,
  targetLocale: Type.String(),
  keyCount: Type.Integer(),
})

const Job = Type.Object({
  jobId: Id,
  status: Type.Enum(['waiting', 'running', 'completed', 'failed', 'cancelled']),
  sourceLocale: Type.String(),
  targetLocale: Type.String(),
  total: Type.Integer(),
  processed: Type.Integer(),
  failed: Type.Integer(),
  errors: Type.Array(MachineTranslationError, { description: 'The first 1,000; in a list of jobs the first 10.' }),
  error: Nullable(Type.String()),
  changes: ChangeRange,
  createdAt: Time,
  startedAt: Nullable(Time),
  finishedAt: Nullable(Time),
})

named({ MachineTranslationJob: Job, MachineTranslationError, ScheduledTranslation })

export const machineTranslationRoutes = routes('Machine translation', {
  machineTranslateKeys: {
    method: 'POST',
    path: '/projects/{projectId}/keys/batch/machine-translate',
    summary: 'Translate keys into some languages by machine, one job for each; the stream tells how they get on',
    access: project('translation.edit'),
    body: Type.Object({
      keyIds: Type.Array(Id, { minItems: 1, maxItems: limits.batchKeys }),
      targetLocaleCodes: Type.Array(LocaleName, { minItems: 1, maxItems: limits.locales }),
      sourceLocaleCode: Type.Optional(LocaleName),
      overwriteExisting: Type.Optional(Type.Boolean()),
    }),
    responses: { 202: Type.Object({ jobs: Type.Array(ScheduledTranslation), totalKeys: Type.Integer() }) },
    errors: ['localeNotEnabled', 'localeForbidden', 'sourceIsTarget', 'quotaExceeded'],
  },
  getMachineTranslationJob: {
    method: 'GET',
    path: '/projects/{projectId}/machine-translation/jobs/{jobId}',
    summary: 'How far a job is, and what failed',
    access: project('translation.view'),
    responses: { 200: Job },
    errors: ['jobNotFound', 'localeForbidden'],
  },
  cancelMachineTranslationJob: {
    method: 'DELETE',
    path: '/projects/{projectId}/machine-translation/jobs/{jobId}',
    summary: 'Cancel a job; what it has translated stays',
    access: project('translation.edit'),
    responses: { 204: null },
    errors: ['jobNotFound', 'localeForbidden'],
  },
  listMachineTranslationJobs: {
    method: 'GET',
    path: '/projects/{projectId}/machine-translation/jobs',
    summary: 'The jobs of a project, newest first',
    access: project('translation.view'),
    query: Type.Object({ cursor: Type.Optional(Cursor), limit: Type.Optional(limitOf(50)) }),
    responses: {
      200: Type.Object({
        jobs: Type.Array(Job),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor'],
  },
  suggestTranslation: {
    method: 'POST',
    path: '/projects/{projectId}/machine-translation/suggest',
    summary: 'What the machine would write; nothing is stored',
    access: project('translation.edit', { sessionOnly: true }),
    body: Type.Object({ keyId: Id, targetLocaleCode: LocaleName }),
    responses: {
      200: Type.Object({
        suggestions: Type.Array(Type.Object({ text: Type.String(), provider: Type.String() })),
      }),
    },
    errors: [
      'localeForbidden',
      'localeNotEnabled',
      'sourceIsTarget',
      'keyNotFound',
      'charactersSpent',
      'providerFailed',
    ],
    effect: 'read',
  },
})
