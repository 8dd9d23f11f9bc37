import Type from 'typebox'
import { project } from '../access.ts'
import { ChangeRange } from '../change-range.ts'
import { Id, LocaleName, Nullable, named, StatusField } from '../fields.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

const keyIds = Type.Array(Id, { minItems: 1, maxItems: limits.batchKeys })

const BatchResult = Type.Object({
  success: Type.Boolean(),
  processed: Type.Integer(),
  failed: Type.Integer(),
  duration: Type.Optional(Type.Integer()),
  errors: Type.Array(Type.Object({ keyId: Id, key: Nullable(Type.String()), message: Type.String() })),
  changes: ChangeRange,
})

named({ BatchResult })

/** One bad key does not spoil the others: it is told in `errors`, and the rest is done. */
export const batchRoutes = routes('Batch', {
  batchDeleteKeys: {
    method: 'POST',
    path: '/projects/{projectId}/keys/batch/delete',
    summary: 'Delete keys',
    access: project('translation.delete', { unrestricted: true }),
    body: Type.Object({ keyIds }),
    responses: { 200: BatchResult },
    effect: 'delete',
  },
  batchSetStatus: {
    method: 'POST',
    path: '/projects/{projectId}/keys/batch/status',
    summary: 'Set the status of values in one language',
    access: project('translation.edit'),
    body: Type.Object({ keyIds, localeCode: LocaleName, status: StatusField }),
    responses: { 200: BatchResult },
    errors: ['localeNotEnabled', 'localeForbidden'],
  },
  batchMoveKeys: {
    method: 'POST',
    path: '/projects/{projectId}/keys/batch/namespace',
    summary: 'Move keys into a namespace',
    access: project('translation.edit'),
    body: Type.Object({ keyIds, targetNamespaceId: Id }),
    responses: { 200: BatchResult },
    errors: ['namespaceNotFound'],
  },
  batchCopyValues: {
    method: 'POST',
    path: '/projects/{projectId}/keys/batch/copy',
    summary: 'Copy values from one language to another',
    access: project('translation.edit'),
    body: Type.Object({
      keyIds,
      fromLocaleCode: LocaleName,
      toLocaleCode: LocaleName,
      overwriteExisting: Type.Optional(Type.Boolean()),
    }),
    responses: { 200: BatchResult },
    errors: ['localeNotEnabled', 'localeForbidden'],
  },
  batchClearValues: {
    method: 'POST',
    path: '/projects/{projectId}/keys/batch/clear',
    summary: 'Clear values in some languages',
    access: project('translation.edit'),
    body: Type.Object({ keyIds, localeCodes: Type.Array(LocaleName, { minItems: 1, maxItems: limits.locales }) }),
    responses: { 200: BatchResult },
    errors: ['localeNotEnabled', 'localeForbidden'],
  },
})
