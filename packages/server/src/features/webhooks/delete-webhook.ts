import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../http/implement.ts'

/**
 * Nothing is sent once this has answered: deliveries that wait are ended, and an attempt is begun only on a webhook that
 * is there, under the lock taken here.
 */
export const deleteWebhook = implement(contract.deleteWebhook, ({ db }, { params, now }) =>
  transaction(db, async (tx) => {
    await tx.run(sql`update webhooks set deleted_at = ${now}, is_active = false where id = ${params.id}`)
    await tx.run(sql`
      update deliveries set due_at = null, status = 'failed', completed_at = ${now},
                            error_message = 'The webhook was deleted.'
      where webhook_id = ${params.id} and due_at is not null`)
  }),
)
