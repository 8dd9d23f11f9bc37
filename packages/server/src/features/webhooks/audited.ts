import type { AuditEvent } from '@parlance/contract'
import { differences } from '../audit/index.ts'
import type { WebhookRow } from './webhook.ts'

type Named = Pick<WebhookRow, 'id' | 'name' | 'projectId'>

/** Something that was done to a webhook, as the audit log tells it. */
export const entryOf = (event: AuditEvent, { id, name, projectId }: Named, details: object) => ({
  event,
  subject: { type: 'webhook' as const, id, name },
  details: { projectId, ...details },
})

/** Addresses often hold a secret in their path. */
export const redacted = <T extends object>(settings: T): T =>
  'url' in settings ? { ...settings, url: new URL(String(settings.url)).origin } : settings

/** With what follows from who changed them: an API key that may not read makes a webhook one without texts. */
const settingsOf = ({ name, url, events, isActive, signature, seesValues }: WebhookRow) => ({
  name,
  url,
  events,
  isActive,
  signature,
  seesValues,
})

/** What a change did: other settings, another creator, both or neither. */
export function entriesOfUpdate(before: WebhookRow, after: WebhookRow) {
  const settings = differences(settingsOf(before), settingsOf(after))
  const creator = differences({ createdBy: before.createdBy }, { createdBy: after.createdBy })
  return [
    ...(settings
      ? [entryOf('webhook.updated', after, { before: redacted(settings.before), after: redacted(settings.after) })]
      : []),
    ...(creator ? [entryOf('webhook.taken_over', after, creator)] : []),
  ]
}
