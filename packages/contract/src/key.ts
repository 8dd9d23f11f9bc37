import Type from 'typebox'
import { Id, MapOf, Nullable, StatusField, Text, Time } from './fields.ts'

export const KeyName = Text({ min: 1, max: 768, short: 'FIELD_REQUIRED' })
export const NamespaceName = Text({ min: 1, max: 255 })
export const Description = Text({ max: 5000 })
export const AiContext = Text({ max: 2000 })
export const CharacterLimit = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const ValueText = Text({ max: 65_536 })

/** What a key is created with, by people and by builds alike. */
export const NewKey = Type.Object({
  key: KeyName,
  namespace: Type.Optional(NamespaceName),
  namespaceId: Type.Optional(Id),
  description: Type.Optional(Description),
  aiContext: Type.Optional(AiContext),
  isPlural: Type.Optional(Type.Boolean()),
  characterLimit: Type.Optional(CharacterLimit),
  translations: Type.Optional(MapOf(Type.Object({ value: ValueText, status: StatusField }))),
})

const value = {
  id: Id,
  value: Nullable(Type.String()),
  status: StatusField,
  createdAt: Time,
  updatedAt: Time,
  createdBy: Id,
}
export const Value = Type.Object(value)
const ListedValue = Type.Object({ ...value, reviewedBy: Nullable(Id), reviewedAt: Nullable(Time) })

/** A text that was seen near a key on a screen. */
export const Neighbor = Type.Object({
  role: Text({ max: 255 }),
  namespace: Text({ max: 255 }),
  key: Text({ max: 768 }),
  text: Text({ max: 65_536 }),
})

/** Where and how a running application showed a key; `context` is there when something useful is known. */
export const KeyContext = Type.Object({
  observed: Type.Boolean(),
  hasSignal: Type.Boolean(),
  context: Type.Optional(
    Type.Object({
      uiType: Type.String(),
      translationRole: Type.String(),
      lengthHint: Nullable(Type.String()),
      neighbors: Type.Array(Neighbor),
      screenGroups: Type.Array(Type.String()),
      lastSeenAt: Nullable(Time),
      isStale: Type.Boolean(),
    }),
  ),
})

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
export const Key = Type.Object({ ...key, translations: MapOf(Value) })
export const ListedKey = Type.Object({
  ...key,
  translations: MapOf(ListedValue),
  context: Type.Optional(KeyContext),
})

/** What a message asks its caller for, derived from the source value. */
export const Parameter = Type.Object({
  name: Type.String(),
  type: Type.Enum(['string', 'number', 'date', 'tag']),
  options: Type.Optional(Type.Array(Type.String())),
  required: Type.Boolean(),
})
