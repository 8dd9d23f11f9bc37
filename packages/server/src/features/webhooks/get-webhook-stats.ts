import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

export const getWebhookStats = implement(contract.getWebhookStats, async ({ db }, { params }) => {
  return db.one<{ total: number; successful: number; failed: number }>(sql`
    select count(*) as total, count(*) filter (where status = 'success') as successful,
           count(*) filter (where status = 'failed') as failed
    from deliveries where webhook_id = ${params.id}`)
})
