import type { AnswerOf } from '@parlance/sdk'

type AuditEvent = AnswerOf<'listAudit'>['entries'][number]['event']

/** Events that belong together, as people look for them. */
export const KINDS = {
  signIns: [
    'sign_in.succeeded',
    'sign_in.failed',
    'identity.linked',
    'identity.unlinked',
    'password.reset',
    'second_factor.enabled',
    'second_factor.disabled',
    'second_factor.failed',
    'recovery_codes.renewed',
    'recovery_code.used',
    'passkey.added',
    'passkey.removed',
  ],
  members: [
    'member.invited',
    'member.joined',
    'member.reset_link_created',
    'member.role_changed',
    'member.restriction_changed',
    'member.removed',
    'member.left',
    'member.deactivated',
    'member.reactivated',
    'member.administration_changed',
    'member.second_factor_removed',
  ],
  projects: ['project.created', 'project.updated', 'project.deleted'],
  apiKeys: ['api_key.created', 'api_key.revoked'],
  webhooks: ['webhook.created', 'webhook.updated', 'webhook.taken_over', 'webhook.deleted'],
  organization: ['organization.updated'],
} as const satisfies Record<string, readonly AuditEvent[]>

export type Kind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as Kind[]

/** What the audit log is narrowed to, as the address says it. */
export interface AuditSearch {
  kind?: Kind
  /** The number of a person. */
  who?: number
  /** Days, the last one included. */
  since?: string
  until?: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayOf = (said: unknown) =>
  typeof said === 'string' && DAY.test(said) && !Number.isNaN(Date.parse(said)) ? said : undefined

/** What of an address makes sense. */
export function readAuditSearch(said: Record<string, unknown>): AuditSearch {
  const kind = KIND_NAMES.find((name) => name === said['kind'])
  const who = /^\d{1,15}$/.test(String(said['who'] ?? '')) ? Number(said['who']) : undefined
  const since = dayOf(said['since'])
  const until = dayOf(said['until'])
  return {
    ...(kind && { kind }),
    ...(who && { who }),
    ...(since && { since }),
    ...(until && { until }),
  }
}

/** The same as the service asks for it: days are those of whoever looks. */
export function queryOf({ kind, who, since, until }: AuditSearch) {
  return {
    ...(kind && { events: [...KINDS[kind]] }),
    ...(who && { actorId: who }),
    ...(since && { since: startOf(since, 0) }),
    ...(until && { until: startOf(until, 1) }),
  }
}

function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
