import Type, { type Static } from 'typebox'
import { project } from '../access.ts'
import type { CheckId } from '../checks.ts'
import {
  CheckField,
  CheckSeverityField,
  Cursor,
  Id,
  IssueSeverityField,
  LocaleCode,
  LocaleName,
  limitOf,
  MapOf,
  Nullable,
  named,
  SyntaxField,
  Text,
  Time,
} from '../fields.ts'
import { ValueText } from '../key.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

const counted = { error: Type.Integer(), warning: Type.Integer(), ignored: Type.Integer() }

const Qa = Type.Object({
  state: Type.Enum(['ready', 'checking']),
  pending: Type.Integer({
    description: 'Values that were not looked at yet since they, or what they depend on, changed.',
  }),
  blockReview: Type.Boolean({ description: 'Whether an open error keeps a value from being `translated`.' }),
  counts: Type.Object(counted),
  locales: Type.Array(Type.Object({ code: Type.String(), ...counted })),
  checks: Type.Array(
    Type.Object({
      id: CheckField,
      severity: CheckSeverityField,
      defaultSeverity: CheckSeverityField,
      localeSeverities: MapOf(CheckSeverityField),
      open: Type.Integer(),
      ignored: Type.Integer(),
    }),
  ),
})

const CheckSetting = Type.Object({
  severity: Type.Optional(Nullable(CheckSeverityField)),
  localeSeverities: Type.Optional(
    Type.Unsafe<Record<string, Static<typeof CheckSeverityField> | null>>({
      type: 'object',
      propertyNames: LocaleCode,
      additionalProperties: Nullable(CheckSeverityField),
      description: 'By language of the project; null: as in the others again.',
    }),
  ),
})

/** Whatever is wrong about a check is told of the check: there is no use in looking for a place within it. */
const CheckSettings = Type.Unsafe<{ [Id in CheckId]?: Static<typeof CheckSetting> }>({
  type: 'object',
  propertyNames: CheckField,
  additionalProperties: { ...CheckSetting, 'x-whole': true },
  description: 'By check; those not sent stay as they are, and null is the default again.',
})

const scopes = ['value', 'key'] as const
const Scope = Type.Enum([...scopes])

/** What a finding tells besides its text: a placeholder, a number, a class of punctuation. */
export const IssueParams = MapOf(Type.Union([Type.String(), Type.Number(), Type.Null()]))

const Ignored = Type.Object({
  reason: Type.String(),
  scope: Scope,
  by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  at: Time,
})

/** A finding that somebody said something about, as streams and webhooks tell it. */
export const JudgedIssue = Type.Object({
  issueId: Type.String(),
  check: CheckField,
  branch: Nullable(Type.String()),
  params: IssueParams,
  locale: Type.String(),
  translationId: Nullable(Id),
  reason: Type.String(),
  scope: Scope,
})

const found = {
  check: CheckField,
  severity: IssueSeverityField,
  locale: Type.String(),
  /** The path of arguments and branches of the message; null in a plain text. */
  branch: Nullable(Type.String()),
  message: Type.String(),
  params: IssueParams,
  /** UTF-16 offsets into the value; null where nothing of it stands there. */
  start: Nullable(Type.Integer()),
  end: Nullable(Type.Integer()),
  fix: Nullable(Type.Object({ value: Type.String({ description: 'The whole value without this finding.' }) })),
}

const Issue = Type.Object({
  id: Type.String(),
  state: Type.Enum(['open', 'ignored']),
  keyId: Id,
  key: Type.String(),
  namespace: Type.String(),
  translationId: Id,
  ...found,
  ignored: Nullable(Ignored),
  detectedAt: Time,
})

/** The same of a text that is stored nowhere: it has no id and no time, and of no key it has no name either. */
const PreviewedIssue = Type.Object({
  id: Type.Null(),
  state: Type.Enum(['open', 'ignored']),
  keyId: Nullable(Id),
  key: Nullable(Type.String()),
  namespace: Nullable(Type.String()),
  translationId: Nullable(Id),
  ...found,
  ignored: Nullable(Ignored),
  detectedAt: Type.Null(),
})

const ofText = {
  source: ValueText,
  locale: LocaleName,
  value: ValueText,
  isPlural: Type.Optional(Type.Boolean()),
  syntax: Type.Optional(SyntaxField),
  lengthHint: Type.Optional(
    Type.Union([
      Text({ max: 255, description: 'As observations tell it (`24ch`), or the number alone.' }),
      Type.Integer({ minimum: 1, maximum: limits.value }),
      Type.Null(),
    ]),
  ),
}

// Which form is meant is told by the first field; without the exclusions, a malformed one could pass as the other.
const PreviewedItem = Type.Union([
  Type.Object({ keyId: Id, locale: LocaleName, value: ValueText }),
  Type.Object(ofText, { not: { required: ['keyId'] } }),
])
const Preview = Type.Union([
  Type.Object({ items: Type.Array(PreviewedItem, { minItems: 1, maxItems: 100 }) }),
  Type.Object(ofText, { not: { required: ['items'] } }),
])

named({ Qa, Ignored, Issue, PreviewedIssue })

export const checkRoutes = routes('Checks', {
  getQa: {
    method: 'GET',
    path: '/projects/{projectId}/qa',
    summary: 'What is looked for in the values of a project, how bad it is, and how much was found',
    access: project('translation.view'),
    responses: { 200: Qa },
  },
  updateQa: {
    method: 'PATCH',
    path: '/projects/{projectId}/qa',
    summary: 'Say how bad findings are, in all languages or in some; the project is looked at again',
    access: project('project.manage'),
    body: Type.Object({ checks: Type.Optional(CheckSettings), blockReview: Type.Optional(Type.Boolean()) }),
    responses: { 200: Qa },
    errors: ['localeForbidden'],
  },
  listIssues: {
    method: 'GET',
    path: '/projects/{projectId}/issues',
    summary: 'What was found in values: errors first, then by key, language, check and branch',
    access: project('translation.view'),
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
      checks: Type.Optional(Type.Array(CheckField, { maxItems: 100 })),
      severities: Type.Optional(Type.Array(IssueSeverityField, { maxItems: 100 })),
      localeCodes: Type.Optional(Type.Array(LocaleName, { maxItems: limits.locales })),
      namespaceIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
      keyIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
      state: Type.Optional(Type.Enum(['open', 'ignored', 'all'], { default: 'open' })),
    }),
    responses: {
      200: Type.Object({
        issues: Type.Array(Issue),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor', 'localeForbidden'],
  },
  ignoreIssues: {
    method: 'POST',
    path: '/projects/{projectId}/issues/ignore',
    summary:
      'Say that findings are right as they are, in this value or in all languages of its key; errors need `translation.review`',
    access: project('translation.edit'),
    body: Type.Object({
      ids: Type.Array(Text(), { minItems: 1, maxItems: 1000 }),
      reason: Text({ min: 1, max: 500 }),
      scope: Scope,
    }),
    responses: {
      200: Type.Object({
        ignored: Type.Integer({ description: 'How many of the ids are ignored now.' }),
        failed: Type.Array(Type.Object({ id: Type.String(), message: Type.String() })),
      }),
    },
  },
  reopenIssue: {
    method: 'DELETE',
    path: '/projects/{projectId}/issues/{issueId}/ignore',
    summary:
      'Ignore a finding no longer; one that is ignored for its key, in no language of it; errors need `translation.review`',
    access: project('translation.edit'),
    responses: { 204: null },
    errors: ['issueNotFound', 'restrictedToLocales'],
  },
  previewIssues: {
    method: 'POST',
    path: '/projects/{projectId}/qa/preview',
    summary: 'What would be found in texts, as values of keys or beside a source text; nothing is written',
    access: project('translation.view'),
    body: Preview,
    responses: {
      200: Type.Object({ results: Type.Array(Type.Object({ issues: Type.Array(PreviewedIssue) })) }),
    },
    errors: ['keyNotFound', 'localeNotEnabled', 'localeForbidden'],
    effect: 'read',
    bodyLimit: limits.previewBody,
  },
})
