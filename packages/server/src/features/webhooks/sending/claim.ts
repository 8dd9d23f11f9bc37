import type { WebhookEvent } from '@parlance/contract'
import type { Database } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { deliveryData } from '../deliveries/delivery.ts'
import { hindrance } from '../deliveries/hindrance.ts'
import { bodyOf } from '../deliveries/new-delivery.ts'

/** A delivery that is ours to attempt until its lease runs out. Its lease tells this claim from every other. */
export interface Claimed {
  id: number
  leaseUntil: Date
  uuid: string
  webhookId: number
  event: WebhookEvent
  body: string
  attempt: number
  sentAt: Date | null
  isSingle: boolean
  isNotice: boolean
  /** Why it is not to be made, in a sentence; null when it is. */
  hindrance: string | null
  url: string
  /** Of the last attempt made, should this one not come about. */
  lastAttempt: number
  lastSentAt: Date | null
}

interface ClaimedRow extends Omit<Claimed, 'body'> {
  body: string | null
  data: string | null
  createdAt: Date
}

interface Claim {
  now: Date
  /** When others may take the delivery over, should this process die. */
  leaseUntil: Date
  /** At most this many, and of one webhook no more than it has room for: a slow one does not take all the places. */
  limit: number
  perWebhook: number
  busy: ReadonlyMap<number, number>
  /** Only webhooks after this one. */
  after: number
}

/**
 * Takes due deliveries, the oldest of each webhook first. The webhooks are found by skipping along the index from one to
 * the next, so a million deliveries waiting for one webhook cost the others nothing. An attempt of a schedule gets the
 * next number, and so does one that was asked for; one whose process died has its number already: a delivery without a
 * duration has an attempt under way. What nobody wants any more is taken too, to be ended without an attempt.
 * Whoever takes a few at a time goes on `after` the last one: else the first webhooks would have all the turns.
 */
export async function claimDeliveries(db: Database, claim: Claim): Promise<Claimed[]> {
  const { now, leaseUntil, limit, perWebhook, busy, after } = claim
  const rows = await db.rows<ClaimedRow>(sql`
    with recursive waiting as (
      (select webhook_id from deliveries where due_at is not null and webhook_id > ${after} order by webhook_id limit 1)
      union all
      select (select d.webhook_id from deliveries d
              where d.due_at is not null and d.webhook_id > w.webhook_id order by d.webhook_id limit 1)
      from waiting w where w.webhook_id is not null
    ), busy as (
      select * from unnest(${[...busy.keys()]}::bigint[], ${[...busy.values()]}::int[]) as b (webhook_id, attempts)
    ), due as (
      select d.*
      from waiting w
      left join busy b on b.webhook_id = w.webhook_id
      cross join lateral (
        select id, webhook_id, attempt, sent_at, is_notice, tells_values, locale_codes from deliveries
        where webhook_id = w.webhook_id and due_at <= ${now}
        order by due_at
        limit greatest(0, ${perWebhook}::int - coalesce(b.attempts, 0))
        for update skip locked
      ) d
      where w.webhook_id is not null
      limit ${limit}
    ), judged as (
      select d.id, d.attempt, d.sent_at, w.url, ${hindrance} as hindrance
      from due d join webhooks w on w.id = d.webhook_id join projects p on p.id = w.project_id
    )
    update deliveries d
    set due_at = ${leaseUntil}, sent_at = case when j.hindrance is null then ${now} else d.sent_at end,
        attempt = d.attempt + (j.hindrance is null
          and (d.is_asked_for or (d.status = 'retrying' and d.duration_ms is not null)))::int,
        is_asked_for = d.is_asked_for and j.hindrance is not null,
        http_status = null, response_body = null, error_message = null, duration_ms = null
    from judged j
    where d.id = j.id
    returning d.id, d.due_at as "leaseUntil", d.uuid, d.webhook_id as "webhookId", d.event, d.body,
              ${deliveryData} as data, d.created_at as "createdAt", d.attempt, d.sent_at as "sentAt",
              d.is_single as "isSingle", d.is_notice as "isNotice", j.hindrance, j.url, j.attempt as "lastAttempt",
              j.sent_at as "lastSentAt"`)
  return rows.map(({ data, createdAt, ...row }) => ({
    ...row,
    body: row.body ?? bodyOf({ ...row, createdAt }, data ?? 'null'),
  }))
}

/**
 * Gives deliveries back whose attempts were cut off. They look like those of a process that died, so whoever takes them
 * makes the same attempt again. Locks in the order of ids, as who deletes a webhook does.
 */
export const releaseDeliveries = (db: Database, claimed: readonly Claimed[], now: Date) =>
  db.run(sql`
    with ours as (
      select d.id from deliveries d
      join unnest(${claimed.map(({ id }) => id)}::bigint[],
                  ${claimed.map(({ leaseUntil }) => leaseUntil)}::timestamptz[])
        as c (id, lease_until) on d.id = c.id and d.due_at = c.lease_until
      order by d.id
      for update of d
    )
    update deliveries d set due_at = ${now} from ours where d.id = ours.id`)
