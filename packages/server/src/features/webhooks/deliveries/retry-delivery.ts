import { contract } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { fault } from '../../../http/errors.ts'
import { implement } from '../../../implement.ts'
import { type DeliveryRow, deliveryColumns, presentDelivery } from './delivery.ts'

/** One more attempt at once, and no schedule after it. */
export const retryDelivery = implement(contract.retryDelivery, async (services, { access, params, now }) => {
  const row = await services.db.row<DeliveryRow>(sql`
    update deliveries d
    set status = 'pending', is_asked_for = true, is_single = true, due_at = ${now}, sent_at = null,
        completed_at = null, http_status = null, response_body = null, error_message = null, duration_ms = null
    where d.id = ${params.id} and d.status = 'failed'
    returning ${deliveryColumns}`)
  if (!row) throw fault('retryNotAllowed')
  services.wakeUps.deliveries.call()
  return presentDelivery(row, access)
})
