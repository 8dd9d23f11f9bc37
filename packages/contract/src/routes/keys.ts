import Type from 'typebox'
import { project } from '../access.ts'
import { Cursor, Id, limitOf, MapOf, Nullable, StatusField, Text, Time } from '../fields.ts'
import { routes } from '../route.ts'

const KeyName = Text({ min: 1, max: 768, short: 'FIELD_REQUIRED' })
const NamespaceName = Text({ min: 1, max: 255 })
const Description = Text({ max: 5000 })
const AiContext = Text({ max: 2000 })
const CharacterLimit = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const ValueText = Text({ max: 65_536 })

const value = {
  id: Id,
  value: Nullable(Type.String()),
  status: StatusField,
  createdAt: Time,
  updatedAt: Time,
  createdBy: Id,
}
const Value = Type.Object(value)
const ListedValue = Type.Object({ ...value, reviewedBy: Nullable(Id), reviewedAt: Nullable(Time) })

const key = {
  id: Id,
  key: Type.String(),
  namespace: Type.String(),
  namespaceId: Id,
  description: Nullable(Type.String()),
  isPlural: Type.Boolean(),
  characterLimit: Nullable(Type.Integer()),
  createdAt: Time,
  updatedAt: Time,
}
const Key = Type.Object({ ...key, translations: MapOf(Value) })
const ListedKey = Type.Object({ ...key, translations: MapOf(ListedValue) })

export const keyRoutes = routes('Keys', {
  listKeys: {
    method: 'GET',
    path: '/projects/{projectId}/keys',
    summary: 'List keys with their values',
    access: project('translation.view'),
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
      sortBy: Type.Optional(Type.Enum(['key', 'updatedAt', 'createdAt'])),
      sortOrder: Type.Optional(Type.Enum(['asc', 'desc'])),
    }),
    responses: {
      200: Type.Object({
        data: Type.Array(ListedKey),
        pagination: Type.Object({ nextCursor: Nullable(Type.String()), hasMore: Type.Boolean() }),
      }),
    },
    errors: ['invalidCursor'],
  },
  createKey: {
    method: 'POST',
    path: '/projects/{projectId}/keys',
    summary: 'Create a key, with values if you have them',
    access: project('translation.edit'),
    body: Type.Object({
      key: KeyName,
      namespace: Type.Optional(NamespaceName),
      namespaceId: Type.Optional(Id),
      description: Type.Optional(Description),
      aiContext: Type.Optional(AiContext),
      isPlural: Type.Optional(Type.Boolean()),
      characterLimit: Type.Optional(CharacterLimit),
      translations: Type.Optional(MapOf(Type.Object({ value: ValueText, status: StatusField }))),
    }),
    responses: { 201: Key },
    errors: ['keyExists', 'namespaceNotFound', 'localeNotEnabled', 'localeForbidden', 'valueTooLong', 'limitExceeded'],
  },
  putValue: {
    method: 'PUT',
    path: '/projects/{projectId}/keys/{key}',
    summary: 'Write one value of one key',
    access: project('translation.edit'),
    query: Type.Object({ namespace: Type.Optional(Type.String({ format: 'text' })) }),
    body: Type.Object({ locale: Text({ min: 1, max: 100 }), value: ValueText, status: Type.Optional(StatusField) }),
    responses: { 200: Value },
    errors: ['valueKeyNotFound', 'localeNotEnabled', 'localeForbidden', 'valueTooLong'],
  },
  deleteKey: {
    method: 'DELETE',
    path: '/projects/{projectId}/keys/{keyId}',
    summary: 'Delete a key and its values; it can be restored',
    access: project('translation.delete', { unrestricted: true }),
    responses: { 204: null },
    errors: ['keyNotFound'],
  },
})
