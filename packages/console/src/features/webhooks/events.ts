import type { AnswerOf } from '@parlance/sdk'

export type WebhookEvent = AnswerOf<'getWebhook'>['events'][number]

/** What somebody can ask to be told of, by what it is about. A test delivery is sent to whoever asks for one. */
export const EVENT_GROUPS = {
  values: ['translation.created', 'translation.updated', 'translation.batch_updated'],
  keys: ['key.created', 'key.updated', 'key.deleted'],
  namespaces: ['namespace.created', 'namespace.updated', 'namespace.deleted'],
  languages: ['project.locale_added', 'project.locale_removed'],
  talk: ['comment.created', 'issue.ignored', 'issue.reopened'],
  files: ['import.completed', 'export.completed'],
  webhooks: ['webhook.disabled'],
} as const satisfies Record<string, readonly Exclude<WebhookEvent, 'webhook.test'>[]>

export type EventGroup = keyof typeof EVENT_GROUPS

export const GROUPS = Object.keys(EVENT_GROUPS) as EventGroup[]

export const ALL_EVENTS: readonly WebhookEvent[] = GROUPS.flatMap((group) => [...EVENT_GROUPS[group]])

/** In the order in which they are offered; what is not offered, but was there, stays at the end. */
export function withEvents(events: readonly WebhookEvent[], changed: readonly WebhookEvent[], isChosen: boolean) {
  const chosen = new Set(events)
  for (const event of changed) {
    if (isChosen) chosen.add(event)
    else chosen.delete(event)
  }
  return [...ALL_EVENTS.filter((event) => chosen.has(event)), ...[...chosen].filter((e) => !ALL_EVENTS.includes(e))]
}
