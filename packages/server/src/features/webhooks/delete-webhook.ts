import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

/**
 * Nothing is sent once this has answered. From the first statement on no attempt passes the gate; the second ends what
 * waits, and has to wait itself for attempts that are passing it, since they hold the locks of their deliveries. One
 * transaction would not do: what is queued between the two would see the webhook as it was.
 */
export const deleteWebhook = implement(contract.deleteWebhook, async ({ db }, { params, now }) => {
  await db.run(sql`update webhooks set deleted_at = ${now}, is_active = false where id = ${params.id}`)
  await db.run(sql`
    update deliveries set due_at = null, status = 'failed', completed_at = ${now},
                          error_message = 'The webhook was deleted.'
    where id in (
      select id from deliveries where webhook_id = ${params.id} and due_at is not null order by id for update
    )`)
})
