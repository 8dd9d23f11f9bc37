import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { newWebhookSecret } from './sending/signature.ts'

export const regenerateSecret = implement(contract.regenerateSecret, async ({ db, secrets }, { params, now }) => {
  const secret = newWebhookSecret()
  await db.run(sql`
    update webhooks set secret = ${secrets.seal(secret)}, updated_at = ${now} where id = ${params.id}`)
  return { secret }
})
