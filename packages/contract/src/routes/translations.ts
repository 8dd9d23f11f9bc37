import Type from 'typebox'
import { project } from '../access.ts'
import { Id, LocaleName, StatusField, Text } from '../fields.ts'
import { Value, ValueText } from '../key.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

export const translationRoutes = routes('Translations', {
  putValue: {
    method: 'PUT',
    path: '/projects/{projectId}/keys/{key}',
    summary: 'Write one value of one key',
    access: project('translation.edit'),
    query: Type.Object({ namespace: Type.Optional(Text()) }),
    body: Type.Object({
      locale: LocaleName,
      value: ValueText,
      status: Type.Optional(StatusField),
      /** The entry of a translation memory that helped; its use is counted. */
      tmEntryId: Type.Optional(Id),
    }),
    responses: { 200: Value },
    errors: ['valueKeyNotFound', 'localeNotEnabled', 'localeForbidden', 'valueTooLong'],
    bodyLimit: limits.valuesBody,
  },
  setStatus: {
    method: 'PUT',
    path: '/projects/{projectId}/translation/{translationId}/status',
    summary: 'Set the review status of one value',
    access: project('translation.edit'),
    body: Type.Object({ status: StatusField }),
    responses: { 204: null },
    errors: ['valueKeyNotFound', 'localeForbidden'],
  },
})
