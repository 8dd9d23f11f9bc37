import type { WebhookEvent, WebhookMessage } from '@parlance/contract'
import type { Handle } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { hindrance } from './hindrance.ts'
import { bodyOf } from './new-delivery.ts'

export type DeliveryStatus = 'pending' | 'success' | 'failed' | 'retrying'

export interface DeliveryRow {
  id: number
  uuid: string
  webhookId: number
  event: WebhookEvent
  localeCodes: string[] | null
  /** Null: it is put together from the data, which others are told as well. */
  body: string | null
  data: string | null
  status: DeliveryStatus
  attemptNumber: number
  httpStatus: number | null
  responseBody: string | null
  errorMessage: string | null
  durationMs: number | null
  sentAt: Date | null
  completedAt: Date | null
  dueAt: Date | null
  createdAt: Date
}

/** What a delivery `d` tells, where it is told to others as well. */
export const deliveryData = sql`(select x.data from delivery_data x where x.id = d.data_id)`

/**
 * The columns of a `DeliveryRow`, of a delivery `d`. An attempt that was asked for has its number from the beginning, where
 * nothing is in its way.
 */
export const deliveryColumns = sql`
  d.id, d.uuid, d.webhook_id as "webhookId", d.event, d.locale_codes as "localeCodes", d.body, ${deliveryData} as data,
  d.status,
  d.attempt + (d.is_asked_for and exists (
    select from webhooks w join projects p on p.id = w.project_id
    where w.id = d.webhook_id and ${hindrance} is null))::int as "attemptNumber",
  d.http_status as "httpStatus", d.response_body as "responseBody",
  d.error_message as "errorMessage", d.duration_ms as "durationMs", d.sent_at as "sentAt",
  d.completed_at as "completedAt", d.due_at as "dueAt", d.created_at as "createdAt"`

export const findDeliveries = (db: Handle, only: Sql) =>
  db.rows<DeliveryRow>(sql`select ${deliveryColumns} from deliveries d where ${only}`)

/** What a delivery told is shown only to those who may see it in the project itself. */
export function presentDelivery(row: DeliveryRow, access: ProjectAccess) {
  const { localeCodes, body, data, responseBody, dueAt, sentAt, completedAt, createdAt, ...delivery } = row
  const isVisible = maySee(localeCodes, access)
  // While an attempt is under way, `dueAt` is its lease.
  const isWaiting = delivery.status === 'retrying' && delivery.durationMs !== null
  return {
    ...delivery,
    payload: isVisible ? (JSON.parse(body ?? bodyOf(row, data ?? 'null')) as WebhookMessage) : null,
    responseBody: isVisible ? responseBody : null,
    sentAt: sentAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    nextRetryAt: (isWaiting && dueAt?.toISOString()) || null,
    createdAt: createdAt.toISOString(),
  }
}

function maySee(told: string[] | null, { permissions, localeCodes }: ProjectAccess): boolean {
  if (!permissions.has('translation.view')) return false
  return told === null || localeCodes === null || told.every((code) => localeCodes.includes(code))
}
