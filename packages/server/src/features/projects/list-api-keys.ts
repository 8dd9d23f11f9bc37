import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { type ApiKeyRow, presentApiKey } from './api-key.ts'

export const listApiKeys = implement(contract.listApiKeys, async ({ db }, { access }) => {
  const keys = await db.rows<ApiKeyRow>(sql`
    select id, name, prefix, scopes, permissions, created_by as "createdBy", created_at as "createdAt",
           last_used_at as "lastUsedAt", expires_at as "expiresAt"
    from api_keys
    where project_id = ${access.projectId} and revoked_at is null
    order by id`)
  return { apiKeys: keys.map(presentApiKey) }
})
