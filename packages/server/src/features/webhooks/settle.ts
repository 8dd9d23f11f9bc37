import type { WebhookEvent } from '@parlance/contract'
import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Claimed } from './claim.ts'
import { recordDisabled } from './disabled.ts'

/** How an attempt ended, as it is written down. */
export interface Settled {
  claimed: Claimed
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

/** Writes down many attempts at once: one statement for the deliveries, one for their webhooks. */
export function settleDeliveries(db: Database, settled: readonly Settled[], now: Date): Promise<void> {
  return transaction(db, async (tx) => {
    await updateDeliveries(tx, settled, now)
    const disabled = await updateWebhooks(tx, settled, now)
    await recordDisabled(
      tx,
      { type: 'system', id: null },
      now,
      disabled.map((webhook) => ({ ...webhook, reason: 'max_consecutive_failures' })),
    )
  })
}

/** Whoever took the delivery over meanwhile, or deleted its webhook, has the last word. */
async function updateDeliveries(tx: Transaction, settled: readonly Settled[], now: Date): Promise<void> {
  const columns = <T>(read: (one: Settled) => T) => settled.map(read)
  await tx.run(sql`
    update deliveries d
    set status = s.status, http_status = s.http_status, response_body = s.response_body,
        error_message = s.error_message, duration_ms = s.duration_ms, due_at = s.due_at,
        completed_at = case when s.status <> 'retrying' then ${now}::timestamptz end
    from unnest(
      ${columns(({ claimed }) => claimed.id)}::bigint[],
      ${columns(({ claimed }) => claimed.attempt)}::int[],
      ${columns(({ status }) => status)}::text[],
      ${columns(({ httpStatus }) => httpStatus)}::int[],
      ${columns(({ responseBody }) => responseBody)}::text[],
      ${columns(({ errorMessage }) => errorMessage)}::text[],
      ${columns(({ durationMs }) => durationMs)}::int[],
      ${columns(({ dueAt }) => dueAt)}::timestamptz[]
    ) as s (id, attempt, status, http_status, response_body, error_message, duration_ms, due_at)
    where d.id = s.id and d.attempt = s.attempt and d.due_at is not null`)
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

/** A delivery that failed for good counts once; a success starts the count anew. Ten in a row switch the webhook off. */
async function updateWebhooks(tx: Transaction, settled: readonly Settled[], now: Date): Promise<Disabled[]> {
  const tallies = [
    ...Map.groupBy(
      settled.filter(({ counts }) => counts),
      ({ claimed }) => claimed.webhookId,
    ),
  ].map(tally)
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
     where id = any(${tallies.map(({ webhookId }) => webhookId)}::bigint[]) order by id for update) as before
    where w.id = t.webhook_id and before.id = w.id
    returning w.id, w.project_id as "projectId", w.name, w.events, before.is_active and not w.is_active as "isDisabled"`)
  return failing.filter(({ isDisabled }) => isDisabled)
}

function tally([webhookId, ofWebhook]: [number, Settled[]]): Tally {
  const lastSuccess = ofWebhook.findLastIndex(({ status }) => status === 'success')
  const failures = ofWebhook.slice(lastSuccess + 1).filter(({ status }) => status === 'failed').length
  return { webhookId, succeeded: lastSuccess >= 0, failures }
}
