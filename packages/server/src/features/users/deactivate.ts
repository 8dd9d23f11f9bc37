import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { endApiKeysOf } from '../projects/index.ts'
import { endWebhooksOf } from '../webhooks/index.ts'

/**
 * Ends, for good, what acts for somebody who was deactivated, in all organizations: sessions, and with them their streams,
 * API keys, webhooks, and links to a new password, for them or made by them. None of it comes back with them. Returns what
 * the audit logs are to tell of it.
 */
export async function endWhatTheyMade(tx: Transaction, userId: number, at: Date) {
  await tx.run(sql`
    with links as (
      delete from reset_links where user_id = ${userId} or created_by = ${userId}
    ), own_links as (
      delete from own_reset_links where user_id = ${userId}
    )
    delete from sessions where user_id = ${userId}`)
  const revoked = await endApiKeysOf(tx, { userId, organizationId: null, reason: 'creator_deactivated' }, at)
  await endWebhooksOf(tx, { userId, organizationId: null }, { type: 'system', id: null }, at)
  return revoked
}
