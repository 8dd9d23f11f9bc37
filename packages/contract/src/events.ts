import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Id, Nullable, StatusField } from './fields.ts'
import { Parameter } from './key.ts'
import { MachineTranslationError, ScheduledTranslation } from './routes/machine-translation.ts'

const ofKey = { keyId: Id, key: Type.String(), namespace: Type.String() }

const MetadataChanges = Type.Object({
  description: Type.Boolean(),
  aiContext: Type.Boolean(),
  characterLimit: Type.Boolean(),
  isPlural: Type.Boolean(),
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
    warnings: Type.Array(Type.Object({ file: Type.String(), key: Type.String(), message: Type.String() })),
  },
  'cdn_deploy.failed': { error: Type.String() },
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

/** What a webhook can subscribe to. */
export const webhookEvents = [
  'translation.created',
  'translation.updated',
  'translation.batch_updated',
  'key.created',
  'key.updated',
  'key.deleted',
  'namespace.created',
  'namespace.updated',
  'namespace.deleted',
  'import.completed',
  'export.completed',
  'comment.created',
  'project.locale_added',
  'project.locale_removed',
  'webhook.test',
  'webhook.disabled',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

interface Told {
  stream?: StreamEvent
  /** Several values changed by one request are told together, as `translation.batch_updated`. */
  webhook?: WebhookEvent
}

/** Every change the product records, and how it is told. What has neither is for the history alone. */
export const changeEvents = {
  'key.created': { stream: 'key.created', webhook: 'key.created' },
  'key.restored': { stream: 'key.created', webhook: 'key.created' },
  'key.updated': { stream: 'key.updated', webhook: 'key.updated' },
  'key.deleted': { stream: 'key.deleted', webhook: 'key.deleted' },
  'schema.updated': { stream: 'schema.updated' },
  'translation.created': { stream: 'translation.upserted', webhook: 'translation.created' },
  'translation.updated': { stream: 'translation.upserted', webhook: 'translation.updated' },
  'translation.restored': { stream: 'translation.upserted', webhook: 'translation.created' },
  'comment.created': { webhook: 'comment.created' },
  'namespace.created': { stream: 'namespace.created', webhook: 'namespace.created' },
  'namespace.updated': { webhook: 'namespace.updated' },
  'namespace.deleted': { webhook: 'namespace.deleted' },
  'project.locale_added': { stream: 'project.locale.updated', webhook: 'project.locale_added' },
  'project.locale_removed': { stream: 'project.locale.updated', webhook: 'project.locale_removed' },
  'import.completed': { webhook: 'import.completed' },
  'export.completed': { webhook: 'export.completed' },
  'webhook.disabled': { webhook: 'webhook.disabled' },
  'batch_mt.scheduled': { stream: 'batch_mt.scheduled' },
  'batch_mt.started': { stream: 'batch_mt.started' },
  'batch_mt.progress': { stream: 'batch_mt.progress' },
  'batch_mt.completed': { stream: 'batch_mt.completed' },
  'batch_mt.failed': { stream: 'batch_mt.failed' },
  'cdn_deploy.started': { stream: 'cdn_deploy.started' },
  'cdn_deploy.completed': { stream: 'cdn_deploy.completed' },
  'cdn_deploy.failed': { stream: 'cdn_deploy.failed' },
} as const satisfies Record<string, Told>
export type ChangeEvent = keyof typeof changeEvents
