import type { WebhookEvent } from '@parlance/contract'
import type { Config } from '../../config.ts'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { parseNetworks } from '../../networks.ts'
import { checkUrl, resolveAllowed, systemLookup } from './sending/address-guard.ts'
import type { SignatureKind } from './sending/signature.ts'

export interface WebhookRow {
  id: number
  uuid: string
  organizationId: number
  projectId: number
  name: string
  url: string
  events: WebhookEvent[]
  isActive: boolean
  signature: SignatureKind
  consecutiveFailures: number
  lastTriggeredAt: Date | null
  lastSuccessAt: Date | null
  createdBy: number
  /** Whether it tells texts. */
  seesValues: boolean
  createdAt: Date
  updatedAt: Date
}

/** The columns of a `WebhookRow`, of a webhook `w` of a project `p`. */
const columns = sql`
  w.id, w.uuid, p.organization_id as "organizationId", w.project_id as "projectId", w.name, w.url, w.events,
  w.is_active as "isActive", w.signature, w.consecutive_failures as "consecutiveFailures", w.last_triggered_at as "lastTriggeredAt",
  w.last_success_at as "lastSuccessAt", w.created_by as "createdBy", w.sees_values as "seesValues",
  w.created_at as "createdAt", w.updated_at as "updatedAt"`

export const findWebhooks = (db: Handle, projectId: number, only: Sql = sql`true`) =>
  db.rows<WebhookRow>(sql`
    select ${columns}
    from webhooks w join projects p on p.id = w.project_id
    where w.project_id = ${projectId} and w.deleted_at is null and ${only}
    order by w.id`)

export async function findWebhook(db: Handle, projectId: number, id: number): Promise<WebhookRow> {
  const [webhook] = await findWebhooks(db, projectId, sql`w.id = ${id}`)
  if (!webhook) throw fault('webhookNotFound')
  return webhook
}

/** Addresses often hold a secret in their path, so only those who may change one see more than its host. */
export const presentWebhook = ({ seesValues: _, ...row }: WebhookRow, { permissions }: ProjectAccess) => ({
  ...row,
  url: permissions.has('webhook.edit') ? row.url : new URL(row.url).origin,
  lastTriggeredAt: row.lastTriggeredAt?.toISOString() ?? null,
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Whether a webhook may tell texts to whoever made it, or changed it last. */
export const seesValues = ({ permissions }: ProjectAccess) => permissions.has('translation.view')

/** Refuses an address that no attempt would be allowed to reach. */
export async function assertAllowedUrl(text: string, config: Config): Promise<void> {
  const checked = checkUrl(text)
  if (checked.kind === 'blocked') throw fault('webhookUrlNotAllowed')
  const resolved = await resolveAllowed(checked.url, systemLookup, parseNetworks(config.webhookAllowNetworks))
  if (resolved.kind !== 'allowed') throw fault('webhookUrlNotAllowed')
}
