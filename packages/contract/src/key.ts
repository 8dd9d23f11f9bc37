import Type from 'typebox'
import {
  CheckField,
  Id,
  IssueSeverityField,
  MapOf,
  Nullable,
  named,
  StatusField,
  SyntaxField,
  Text,
  Time,
  WideMapOf,
} from './fields.ts'
import { KeyContext } from './key-context.ts'
import { limits } from './limits.ts'

export const KeyName = Text({ min: 1, max: limits.keyName, short: 'FIELD_REQUIRED' })
export const NamespaceName = Text({ min: 1, max: limits.namespaceName })
export const Description = Text({ max: limits.keyDescription })
export const AiContext = Text({ max: limits.aiContext })
export const CharacterLimit = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const ValueText = Text({ max: limits.value })

/** What a key is created with, by people and by builds alike. */
export const NewKey = Type.Object({
  key: KeyName,
  namespace: Type.Optional(NamespaceName),
  namespaceId: Type.Optional(Id),
  description: Type.Optional(Description),
  aiContext: Type.Optional(AiContext),
  isPlural: Type.Optional(Type.Boolean()),
  characterLimit: Type.Optional(CharacterLimit),
  syntax: Type.Optional(SyntaxField),
  translations: Type.Optional(WideMapOf(Type.Object({ value: ValueText, status: StatusField }))),
})

const value = {
  id: Id,
  value: Nullable(Type.String()),
  status: StatusField,
  createdAt: Time,
  updatedAt: Time,
  createdBy: Id,
  /** Who wrote it last, its status included; behind an API key, its creator. */
  updatedBy: Nullable(Id),
}
export const Value = Type.Object(value)
const reviewedValue = { ...value, reviewedBy: Nullable(Id), reviewedAt: Nullable(Time) }
const ReviewedValue = Type.Object(reviewedValue)
const OpenIssue = Type.Object({
  id: Type.String(),
  check: CheckField,
  severity: IssueSeverityField,
  /** The path of arguments and branches of the message; null in a plain text. */
  branch: Nullable(Type.String()),
})

const key = {
  id: Id,
  key: Type.String(),
  namespace: Type.String(),
  namespaceId: Id,
  description: Nullable(Type.String()),
  isPlural: Type.Boolean(),
  characterLimit: Nullable(Type.Integer()),
  syntax: SyntaxField,
  createdAt: Time,
  updatedAt: Time,
}
export const Key = Type.Object({ ...key, translations: MapOf(Value) })
const ListedValue = Type.Object({
  ...reviewedValue,
  issues: Type.Optional(Type.Array(OpenIssue, { description: 'With `includeIssues`: those that are open.' })),
})
export const ListedKey = Type.Object({
  ...key,
  translations: MapOf(ListedValue),
  context: Type.Optional(KeyContext),
})

/** A key by itself: as the list shows it, and what the list leaves out. */
export const DetailedKey = Type.Object({
  ...key,
  aiContext: Nullable(Type.String()),
  translations: MapOf(ReviewedValue),
  commentCount: Type.Integer(),
  context: KeyContext,
})

/** What only one family of file formats can say about a key. */
export const FormatData = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: `By family (\`po\`, \`arb\`), as JSON of at most ${limits.formatData} bytes. Imports and exports read and write it.`,
})

/** What a message asks its caller for, derived from the source value. */
export const Parameter = Type.Object({
  name: Type.String(),
  type: Type.Enum(['string', 'number', 'date', 'tag']),
  options: Type.Optional(Type.Array(Type.String())),
  required: Type.Boolean(),
})

named({ NewKey, Value, ReviewedValue, ListedValue, OpenIssue, Key, ListedKey, DetailedKey, Parameter })
