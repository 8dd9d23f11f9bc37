import Type from 'typebox'
import { project } from '../access.ts'
import { ChangeRange, changesHeader } from '../change-range.ts'
import { Id, LocaleName, Nullable, named, StatusField, Text, Time } from '../fields.ts'
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
/** As far as the next writer of a value has to know it. */
const SeenValue = Nullable(
  Type.Object({
    value: Nullable(Type.String({ description: 'Null for callers without translation.view, too.' })),
    status: StatusField,
    updatedAt: Time,
    updatedBy: Nullable(Id),
  }),
)

const refusedValues = ['key_not_found', 'value_changed', 'value_too_long', 'qa_errors', 'no_value'] as const

const WriteOutcome = Type.Object({
  keyId: Id,
  key: Nullable(Type.String({ description: 'Null where there is no such key.' })),
  locale: Type.String(),
  outcome: Type.Enum(['written', 'unchanged', 'refused']),
  reason: Nullable(Type.Enum([...refusedValues])),
  message: Nullable(Type.String()),
  /** Null where there was none. */
  before: SeenValue,
  /** As it is now, whoever wrote it. */
  after: SeenValue,
})

const writeErrors = [
  'valueKeyNotFound',
  'localeNotEnabled',
  'localeForbidden',
  'valueTooLong',
  'valueChanged',
  'qaErrors',
] as const

named({ WriteOutcome })

export const translationRoutes = routes('Translations', {
  putValue: {
    method: 'PUT',
    path: '/projects/{projectId}/keys/{key}',
    summary: 'Write one value of one key',
    access: project('translation.edit'),
    query: Type.Object({ namespace: Type.Optional(Text()) }),
    body: Type.Object({ locale: LocaleName, ...written }),
    headers: changesHeader,
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
    headers: changesHeader,
    responses: { 200: Value },
    errors: writeErrors,
    bodyLimit: limits.valuesBody,
  },
  putValues: {
    method: 'PUT',
    path: '/projects/{projectId}/values',
    summary: 'Write values of many keys, or their statuses: at once, each only if it is still the one that was seen',
    access: project('translation.edit'),
    body: Type.Object({
      values: Type.Array(
        Type.Object({
          keyId: Id,
          locale: LocaleName,
          value: Type.Optional(ValueText),
          status: Type.Optional(StatusField),
          expectedUpdatedAt: Type.Optional(ExpectedTime),
        }),
        {
          minItems: 1,
          maxItems: limits.writtenValues,
          description:
            'Each language of a key once. Without `value` the text stays, and its status is set. `translated` needs `translation.review`.',
        },
      ),
    }),
    responses: {
      200: Type.Object({
        results: Type.Array(WriteOutcome, { description: 'One for each value, in their order.' }),
        changes: ChangeRange,
      }),
    },
    errors: ['localeNotEnabled', 'localeForbidden'],
    bodyLimit: limits.valuesBody,
  },
  setStatus: {
    method: 'PUT',
    path: '/projects/{projectId}/translation/{translationId}/status',
    summary: 'Set the review status of one value',
    access: project('translation.edit'),
    body: Type.Object({ status: StatusField, expectedUpdatedAt: Type.Optional(ExpectedTime) }),
    headers: changesHeader,
    responses: { 204: null },
    errors: ['valueKeyNotFound', 'localeForbidden', 'valueChanged', 'qaErrors'],
  },
})
