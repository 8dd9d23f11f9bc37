import type { WebhookEvent } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import type { MailServices } from '../../../mail/index.ts'
import type { Services } from '../../../services.ts'
import { mailDisabled } from '../mail-disabled.ts'
import { recordDisabled } from '../record-disabled.ts'
import type { Claimed } from './claim.ts'

/** How an attempt ended, as it is written down. */
export interface Settled {
  claimed: Claimed
  attempt: number
  sentAt: Date | null
  status: 'success' | 'failed' | 'retrying'
  httpStatus: number | null
  responseBody: string | null
  errorMessage: string | null
  durationMs: number | null
  /** Null when nothing more is to be done. */
  dueAt: Date | null
  /** False for what says nothing about the receiver: notices, and deliveries of a webhook that is switched off. */
  counts: boolean
}

const MAX_CONSECUTIVE_FAILURES = 10

/**
 * Writes down many attempts at once: one statement for the deliveries, one for their webhooks. What others took over
 * meanwhile, because a lease ran out, is theirs to write down and to count.
 */
export function settleDeliveries(
  services: MailServices & Pick<Services, 'db'>,
  settled: readonly Settled[],
  now: Date,
): Promise<void> {
  return transaction(services.db, async (tx) => {
    const ours = await updateDeliveries(tx, settled, now)
    const counted = settled.flatMap((one) => {
      const before = ours.get(one.claimed.id)
      return one.counts && before ? [{ ...one, isRepeated: before.isCounted }] : []
    })
    if (counted.length === 0) return
    const disabled = await updateWebhooks(tx, counted, now)
    await recordDisabled(
      tx,
      { type: 'system', id: null },
      now,
      disabled.map((webhook) => ({ ...webhook, reason: 'max_consecutive_failures' })),
    )
    await mailDisabled(
      tx,
      services,
      disabled.map(({ id }) => id),
      now,
    )
  })
}

interface Updated {
  id: number
  /** It had failed for good before, and counted: it was tried again by hand. */
  isCounted: boolean
}

/** Locks in the order of ids, as who deletes a webhook does. */
async function updateDeliveries(tx: Transaction, settled: readonly Settled[], now: Date) {
  const columns = <T>(read: (one: Settled) => T) => settled.map(read)
  const ids = columns(({ claimed }) => claimed.id)
  const rows = await tx.rows<Updated>(sql`
    with ours as (
      select d.id, d.is_counted from deliveries d
      join unnest(${ids}::bigint[], ${columns(({ claimed }) => claimed.leaseUntil)}::timestamptz[])
        as s (id, lease_until) on d.id = s.id and d.due_at = s.lease_until
      order by d.id
      for update of d
    )
    update deliveries d
    set attempt = s.attempt, sent_at = s.sent_at, status = s.status, http_status = s.http_status,
        response_body = s.response_body, error_message = s.error_message, duration_ms = s.duration_ms,
        due_at = s.due_at, completed_at = case when s.status <> 'retrying' then ${now}::timestamptz end,
        is_asked_for = false, is_counted = d.is_counted or (s.status = 'failed' and s.counts)
    from ours, unnest(
      ${ids}::bigint[],
      ${columns(({ attempt }) => attempt)}::int[],
      ${columns(({ sentAt }) => sentAt)}::timestamptz[],
      ${columns(({ status }) => status)}::text[],
      ${columns(({ httpStatus }) => httpStatus)}::int[],
      ${columns(({ responseBody }) => responseBody)}::text[],
      ${columns(({ errorMessage }) => errorMessage)}::text[],
      ${columns(({ durationMs }) => durationMs)}::int[],
      ${columns(({ dueAt }) => dueAt)}::timestamptz[],
      ${columns(({ counts }) => counts)}::boolean[]
    ) as s (id, attempt, sent_at, status, http_status, response_body, error_message, duration_ms, due_at, counts)
    where d.id = s.id and ours.id = s.id
    returning d.id, ours.is_counted as "isCounted"`)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Counted extends Settled {
  isRepeated: boolean
}

interface Tally {
  webhookId: number
  succeeded: boolean
  /** Since the last success among these. */
  failures: number
}

interface Disabled {
  id: number
  projectId: number
  name: string
  events: WebhookEvent[]
}

/**
 * A delivery that failed for good counts once, however often it fails again; a success starts the count anew. Ten in a
 * row switch the webhook off. Writers that queue deliveries for it lock nothing of it, and do not wait.
 */
async function updateWebhooks(tx: Transaction, counted: readonly Counted[], now: Date): Promise<Disabled[]> {
  const tallies = [...Map.groupBy(counted, ({ claimed }) => claimed.webhookId)].map(tally)
  const failing = await tx.rows<Disabled & { isDisabled: boolean }>(sql`
    update webhooks w
    set last_triggered_at = ${now},
        last_success_at = case when t.succeeded then ${now}::timestamptz else w.last_success_at end,
        consecutive_failures = case when t.succeeded then 0 else w.consecutive_failures end + t.failures,
        is_active = w.is_active
          and case when t.succeeded then 0 else w.consecutive_failures end + t.failures < ${MAX_CONSECUTIVE_FAILURES}
    from unnest(
      ${tallies.map(({ webhookId }) => webhookId)}::bigint[],
      ${tallies.map(({ succeeded }) => succeeded)}::boolean[],
      ${tallies.map(({ failures }) => failures)}::int[]
    ) as t (webhook_id, succeeded, failures),
    (select id, is_active from webhooks
     where id = any(${tallies.map(({ webhookId }) => webhookId)}::bigint[]) order by id for no key update) as before
    where w.id = t.webhook_id and before.id = w.id
    returning w.id, w.project_id as "projectId", w.name, w.events, before.is_active and not w.is_active as "isDisabled"`)
  return failing.filter(({ isDisabled }) => isDisabled)
}

function tally([webhookId, ofWebhook]: [number, Counted[]]): Tally {
  const lastSuccess = ofWebhook.findLastIndex(({ status }) => status === 'success')
  const later = ofWebhook.slice(lastSuccess + 1)
  const failures = later.filter(({ status, isRepeated }) => status === 'failed' && !isRepeated).length
  return { webhookId, succeeded: lastSuccess >= 0, failures }
}
