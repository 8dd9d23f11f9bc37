import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { Id, Nullable, named, StatusField, Time } from './fields.ts'
import { limits } from './limits.ts'
import { IssueParams, JudgedIssue } from './routes/checks.ts'
import { CliImportStats, WebImportCounts } from './routes/import.ts'
import { streamEvents } from './stream-events.ts'

const inProject = <T extends TProperties>(fields: T) => Type.Object({ projectId: Id, ...fields })

/** Of both values null: the webhook was made, or last changed, by an API key that may not read them. */
const ToldValue = inProject({
  keyId: Id,
  translationId: Id,
  key: Type.String(),
  namespace: Type.String(),
  locale: Type.String(),
  value: Nullable(Type.String()),
  previousValue: Nullable(Type.String()),
  status: StatusField,
})

const namespaceFields = { namespaceId: Id, namespace: Type.String() }

const BatchUpdated = inProject({
  action: Type.Enum(['create', 'update', 'status', 'clear']),
  count: Type.Integer({ description: 'Of values.' }),
  keyIds: Type.Array(Id, { maxItems: limits.toldKeys }),
  localeCodes: Type.Array(Type.String()),
  truncated: Type.Optional(Type.Literal(true, { description: 'There are more keys than `keyIds` names.' })),
})

const ImportCompleted = Type.Union([
  inProject({
    source: Type.Literal('web'),
    stats: Type.Object({ files: Type.Integer(), ...WebImportCounts.properties }),
  }),
  inProject({ source: Type.Literal('cli'), stats: CliImportStats }),
])

const ExportCompleted = inProject({
  source: Type.Enum(['web', 'cli']),
  stats: Type.Object({
    locales: Type.Array(Type.String()),
    namespaces: Type.Integer(),
    keys: Type.Integer(),
    values: Type.Integer(),
  }),
})

const CommentCreated = inProject({
  commentId: Id,
  translationId: Nullable(Id),
  keyId: Id,
  key: Type.String(),
  locale: Nullable(Type.String({ description: 'Null for what was said about the key itself.' })),
  text: Nullable(Type.String({ description: 'Null where the webhook may not tell texts.' })),
  authorId: Id,
})

/** Both null where the webhook may not tell texts: people quote them, and so do findings. */
const ToldIssue = inProject({
  keyId: Id,
  key: Type.String(),
  namespace: Type.String(),
  ...JudgedIssue.properties,
  params: Nullable(IssueParams),
  reason: Nullable(Type.String()),
})

const Disabled = inProject({
  webhookId: Id,
  name: Type.String(),
  reason: Type.Enum(['manual', 'max_consecutive_failures', 'creator_left']),
})

interface Described {
  summary: string
  /** The `data` of a delivery's body. */
  data: TSchema
}

/** What a webhook can subscribe to, when it is told, and what. */
export const webhookEvents = {
  'translation.created': { summary: 'A value was added', data: ToldValue },
  'translation.updated': { summary: 'A value was changed or cleared, or its status was', data: ToldValue },
  'translation.batch_updated': { summary: 'One request changed several values', data: BatchUpdated },
  'key.created': { summary: 'A key was created or restored', data: inProject(streamEvents['key.created']) },
  'key.updated': {
    summary: 'A key was renamed or moved, or its metadata changed',
    data: inProject(streamEvents['key.updated']),
  },
  'key.deleted': { summary: 'A key was deleted', data: inProject(streamEvents['key.deleted']) },
  'namespace.created': { summary: 'A namespace was created', data: inProject(namespaceFields) },
  'namespace.updated': {
    summary: 'A namespace was renamed',
    data: inProject({ ...namespaceFields, previousName: Type.String() }),
  },
  'namespace.deleted': { summary: 'A namespace was deleted', data: inProject(namespaceFields) },
  'import.completed': { summary: 'An import is done', data: ImportCompleted },
  'export.completed': { summary: 'An export was read to its end', data: ExportCompleted },
  'comment.created': { summary: 'Somebody said something about a key or one of its values', data: CommentCreated },
  'issue.ignored': { summary: 'Somebody said that a finding is right as it is', data: ToldIssue },
  'issue.reopened': { summary: 'A finding that was ignored is open again', data: ToldIssue },
  'project.locale_added': { summary: 'A language was added', data: inProject({ locale: Type.String() }) },
  'project.locale_removed': { summary: 'A language was removed', data: inProject({ locale: Type.String() }) },
  'webhook.test': { summary: 'Somebody asked for a test delivery', data: inProject({ message: Type.String() }) },
  'webhook.disabled': {
    summary: 'A webhook was switched off: by hand, after ten failures in a row, or because its creator left',
    data: Disabled,
  },
} as const satisfies Record<string, Described>

export type WebhookEvent = keyof typeof webhookEvents
export type WebhookData<E extends WebhookEvent> = Static<(typeof webhookEvents)[E]['data']>
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

/** The body of a delivery; `event` tells which. */
export type WebhookMessage<E extends WebhookEvent = WebhookEvent> = {
  [Name in E]: {
    event: Name
    timestamp: string
    /** The same on every attempt: what was seen under this name already need not be done again. */
    deliveryId: string
    data: WebhookData<Name>
  }
}[E]

const messageOf = (event: WebhookEvent): TSchema =>
  Type.Object({
    event: Type.Literal(event),
    timestamp: Time,
    deliveryId: Type.String({ description: 'The same on every attempt.' }),
    data: webhookEvents[event].data,
  })

/** The schemas of these bodies. */
export const webhookMessages = Object.fromEntries(
  webhookEventNames.map((event) => [event, messageOf(event)]),
) as Record<WebhookEvent, TSchema>

named(
  Object.fromEntries(
    Object.entries(webhookMessages).map(([event, schema]) => [
      `${event.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Message`,
      schema,
    ]),
  ),
)

export const AnyWebhookMessage = Type.Unsafe<WebhookMessage>({ anyOf: Object.values(webhookMessages) })
named({ WebhookMessage: AnyWebhookMessage })
