import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Id, Nullable, named, StatusField, Time } from './fields.ts'
import { Parameter } from './key.ts'
import { DeployWarning } from './routes/cdn.ts'
import { JudgedIssue } from './routes/checks.ts'
import { Comment } from './routes/comments.ts'
import { MachineTranslationError, ScheduledTranslation } from './routes/machine-translation.ts'

const ofKey = { keyId: Id, key: Type.String(), namespace: Type.String() }

const MetadataChanges = Type.Object({
  description: Type.Boolean(),
  aiContext: Type.Boolean(),
  characterLimit: Type.Boolean(),
  isPlural: Type.Boolean(),
  /** Said only where it is so: whoever knew the other four alone is told what they know. */
  syntax: Type.Optional(Type.Literal(true)),
})

/** What the change stream tells, by name; every payload carries `projectId` besides. */
export const streamEvents = {
  'translation.upserted': {
    ...ofKey,
    translationId: Id,
    locale: Type.String(),
    value: Nullable(Type.String()),
    status: StatusField,
  },
  'key.created': { ...ofKey, isPlural: Type.Boolean() },
  'key.updated': { ...ofKey, changes: MetadataChanges },
  'key.deleted': ofKey,
  'namespace.created': { namespaceId: Id, namespace: Type.String() },
  'schema.updated': { ...ofKey, params: Type.Array(Parameter) },
  'project.locale.updated': { locale: Type.String(), action: Type.Enum(['added', 'removed']) },
  'batch_mt.scheduled': {
    sourceLocale: Type.String(),
    jobs: Type.Array(ScheduledTranslation),
    totalKeys: Type.Integer(),
  },
  'batch_mt.started': {
    jobId: Id,
    totalKeys: Type.Integer(),
    sourceLocale: Type.String(),
    targetLocale: Type.String(),
  },
  'batch_mt.progress': { jobId: Id, processed: Type.Integer(), total: Type.Integer(), currentKey: Type.String() },
  'batch_mt.completed': {
    jobId: Id,
    processed: Type.Integer(),
    failed: Type.Integer(),
    failedKeyIds: Type.Array(Id),
    errors: Type.Array(MachineTranslationError),
    duration: Type.Integer(),
  },
  'batch_mt.failed': { jobId: Id, error: Type.String() },
  'cdn_deploy.started': {},
  'cdn_deploy.completed': {
    filesUploaded: Type.Integer(),
    filesFailed: Type.Integer(),
    duration: Type.Integer(),
    warningCount: Type.Integer(),
    warnings: Type.Array(DeployWarning),
  },
  'cdn_deploy.failed': { error: Type.String() },
  'comment.created': Comment.properties,
  /** Resolved, or opened again. */
  'comment.updated': Comment.properties,
  /** A finding is right as it is, says somebody. */
  'issue.ignored': { ...ofKey, ...JudgedIssue.properties },
  /** It is not, after all: `reason` and `scope` held until now. */
  'issue.reopened': { ...ofKey, ...JudgedIssue.properties },
} as const satisfies Record<string, Record<string, TSchema>>
export type StreamEvent = keyof typeof streamEvents
export type StreamPayload<E extends StreamEvent> = { projectId: number } & Static<TObject<(typeof streamEvents)[E]>>

/** The events of the stream that API keys open for a running application. */
export const keyStreamEvents = [
  'translation.upserted',
  'key.created',
  'key.updated',
  'key.deleted',
  'namespace.created',
  'schema.updated',
] as const satisfies StreamEvent[]
export type KeyStreamEvent = (typeof keyStreamEvents)[number]

/** What an open stream says about itself; these have no id. Every payload carries `projectId` besides. */
export const connectionEvents = {
  /** First of all, in the stream of an API key. */
  connected: { events: Type.Array(Type.Enum([...keyStreamEvents])) },
  heartbeat: { timestamp: Time },
  /** What was told before is not all: nothing older can be told any more. */
  reset: {},
} as const satisfies Record<string, Record<string, TSchema>>

/** What holds at the moment and is kept nowhere, so that it has no id either. Every payload carries `projectId` besides. */
export const passingEvents = {
  /** Where somebody is, said by themselves within the last half minute; both null: nowhere any more. */
  presence: { userId: Id, name: Type.String(), keyId: Nullable(Id), locale: Nullable(Type.String()) },
  /** How much is open about a value from now on, by weight, after checks have looked or somebody has set something aside. */
  'issues.updated': { keyId: Id, locale: Type.String(), errors: Type.Integer(), warnings: Type.Integer() },
  /** Something in the glossary of the organization has changed: whoever shows terms looks them up again. */
  'terms.updated': {},
} as const satisfies Record<string, Record<string, TSchema>>
export type PassingEvent = keyof typeof passingEvents
export type PassingPayload<E extends PassingEvent> = { projectId: number } & Static<TObject<(typeof passingEvents)[E]>>
export type PresencePayload = PassingPayload<'presence'>

named({ MetadataChanges })
