import Type from 'typebox'
import { project } from '../access.ts'
import { Id, LocaleName, Nullable, StatusField, Text } from '../fields.ts'
import { Value, ValueText } from '../key.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

const ExpectedTime = Nullable(
  Type.String({
    format: 'date-time',
    description: 'The `updatedAt` of the value that was seen, or null for none: any other there is refused.',
  }),
)

/** One value, written by a person. */
const written = {
  value: ValueText,
  status: Type.Optional(StatusField),
  /** The entry of a translation memory that helped; its use is counted. */
  tmEntryId: Type.Optional(Id),
  expectedUpdatedAt: Type.Optional(ExpectedTime),
}
const writeErrors = [
  'valueKeyNotFound',
  'localeNotEnabled',
  'localeForbidden',
  'valueTooLong',
  'valueChanged',
  'qaErrors',
] as const

export const translationRoutes = routes('Translations', {
  putValue: {
    method: 'PUT',
    path: '/projects/{projectId}/keys/{key}',
    summary: 'Write one value of one key',
    access: project('translation.edit'),
    query: Type.Object({ namespace: Type.Optional(Text()) }),
    body: Type.Object({ locale: LocaleName, ...written }),
    responses: { 200: Value },
    errors: writeErrors,
    bodyLimit: limits.valuesBody,
  },
  putValueOfKey: {
    method: 'PUT',
    path: '/projects/{projectId}/keys/{keyId}/values/{locale}',
    summary: 'Write one value of one key, named by its id',
    access: project('translation.edit'),
    body: Type.Object(written),
    responses: { 200: Value },
    errors: writeErrors,
    bodyLimit: limits.valuesBody,
  },
  setStatus: {
    method: 'PUT',
    path: '/projects/{projectId}/translation/{translationId}/status',
    summary: 'Set the review status of one value',
    access: project('translation.edit'),
    body: Type.Object({ status: StatusField, expectedUpdatedAt: Type.Optional(ExpectedTime) }),
    responses: { 204: null },
    errors: ['valueKeyNotFound', 'localeForbidden', 'valueChanged', 'qaErrors'],
  },
})
