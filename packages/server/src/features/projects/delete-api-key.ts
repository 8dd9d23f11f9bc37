import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'

export const deleteApiKey = implement(contract.deleteApiKey, async ({ db }, { access, params, now }) => {
  const revoked = await db.run(sql`
    update api_keys set revoked_at = ${now}
    where id = ${params.apiKeyId} and project_id = ${access.projectId} and revoked_at is null`)
  if (revoked === 0) throw fault('notFound')
})
