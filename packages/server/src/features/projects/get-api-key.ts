import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import type { ApiKeyRow } from './api-key.ts'

export const getApiKey = implement(contract.getApiKey, async ({ db }, { access }) => {
  const { apiKey, projectId, localeCodes } = access
  const { expiresAt, ...key } = await db.one<
    Pick<ApiKeyRow, 'id' | 'name' | 'scopes' | 'permissions' | 'expiresAt'>
  >(sql`
    select id, name, scopes, permissions, expires_at as "expiresAt" from api_keys where id = ${apiKey}`)
  return {
    ...key,
    projectId,
    localeCodes: localeCodes && [...localeCodes],
    expiresAt: expiresAt?.toISOString() ?? null,
  }
})
