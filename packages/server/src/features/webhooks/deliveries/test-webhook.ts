import { contract } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { implement } from '../../../implement.ts'
import { type DeliveryRow, deliveryColumns, presentDelivery } from './delivery.ts'
import { newDelivery } from './new-delivery.ts'

export const testWebhook = implement(contract.testWebhook, async (services, { access, params, now }) => {
  const { projectId } = access
  const data = { projectId, message: 'This is a test delivery from Parlance.' }
  const { uuid, event, body } = newDelivery(params.id, 'webhook.test', data, now)
  const row = await services.db.one<DeliveryRow>(sql`
    insert into deliveries as d (uuid, webhook_id, event, body, status, created_at, due_at)
    values (${uuid}, ${params.id}, ${event}, ${body}, 'pending', ${now}, ${now})
    returning ${deliveryColumns}`)
  services.wakeUps.deliveries.call()
  return presentDelivery(row, access)
})
