import { type Permission, roleNames, roles } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { chosenLanguage, type Letter, type MailServices, queueMails } from '../../mail/index.ts'

const CHANGES: Permission = 'webhook.edit'
const rolesThatChange = roleNames.filter((role) => roles[role].includes(CHANGES))

/** An organization may have thousands of developers. */
const MOST_RECEIVERS = 50
/** Nobody is helped by hearing later that a webhook was switched off days ago. */
const LIFETIME_MS = 3 * 86_400_000

interface Receiver {
  webhookId: number
  webhook: string
  url: string
  projectId: number
  project: string
  organization: string
  email: string
  preferences: string | null
}

/**
 * Told to everybody who could switch it on again, first of all to whoever answers for it: that one may be on holiday, and what
 * happens meanwhile is lost to the receiver. To be called where webhooks were switched off by themselves, so once for each time.
 */
export async function mailDisabled(
  tx: Transaction,
  services: MailServices,
  webhookIds: readonly number[],
  now: Date,
): Promise<void> {
  if (!services.config.mail || webhookIds.length === 0) return
  const receivers = await tx.rows<Receiver>(sql`
    select w.id as "webhookId", w.name as webhook, w.url, w.project_id as "projectId", p.name as project,
           o.name as organization, r.email, r.preferences
    from webhooks w
    join projects p on p.id = w.project_id and p.deleted_at is null
    join organizations o on o.id = p.organization_id
    cross join lateral (
      select u.email, c.value as preferences
      from memberships m
      join users u on u.id = m.user_id and u.is_active
      left join preferences c on c.user_id = u.id
      where m.organization_id = o.id and m.role = any(${rolesThatChange}::text[])
      order by u.id <> w.created_by, u.id
      limit ${MOST_RECEIVERS}
    ) r
    where w.id = any(${webhookIds}::bigint[]) and w.deleted_at is null`)
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const mails = receivers.map((receiver) => ({
    kind: 'webhook_disabled' as const,
    to: receiver.email,
    language: chosenLanguage(receiver.preferences) ?? ('en' as const),
    letter: letterTo(receiver),
    tokenHash: null,
    expiresAt,
  }))
  await queueMails(tx, services, { askedBy: null, now }, mails)
}

/** Of the address no more than its host: its path often holds a secret. */
const letterTo = ({ webhookId, webhook, url, projectId, project, organization }: Receiver): Letter => ({
  subject: { text: 'webhook.subject', values: { webhook, project } },
  paragraphs: [
    { text: 'webhook.body', values: { webhook, project, organization, url: new URL(url).origin } },
    { text: 'webhook.missed' },
  ],
  link: { text: 'webhook.link', path: `/projects/${projectId}/webhooks/${webhookId}` },
  remarks: [{ text: 'webhook.why' }],
})
