import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { entryOf } from './audited.ts'

/**
 * Nothing is sent once this has answered. From the first transaction on no attempt passes the gate; the second ends what
 * waits, and has to wait itself for attempts that are passing it, since they hold the locks of their deliveries. One
 * transaction would not do: what is queued between the two would see the webhook as it was.
 */
export const deleteWebhook = implement(contract.deleteWebhook, async ({ db }, call) => {
  const { access, params, now } = call
  await transaction(db, async (tx) => {
    const deleted = await tx.row<{ name: string }>(sql`
      update webhooks set deleted_at = ${now}, is_active = false where id = ${params.id} and deleted_at is null
      returning name`)
    if (!deleted) return
    const webhook = { id: params.id, projectId: access.projectId, name: deleted.name }
    await recordEntries(tx, deedOf(call), [entryOf('webhook.deleted', webhook, {})])
  })
  await db.run(sql`
    update deliveries set due_at = null, status = 'failed', completed_at = ${now},
                          error_message = 'The webhook was deleted.'
    where id in (
      select id from deliveries where webhook_id = ${params.id} and due_at is not null order by id for update
    )`)
})
