import type { NamedPermission, Scope } from '@parlance/contract'

export interface ApiKeyRow {
  id: number
  name: string
  prefix: string
  scopes: Scope[]
  permissions: NamedPermission[]
  createdBy: number
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
}

export const presentApiKey = ({ createdAt, lastUsedAt, expiresAt, ...key }: ApiKeyRow) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
})

/** Something that was done to an API key, as the audit log tells it. */
export const keyEntry = (
  event: 'api_key.created' | 'api_key.revoked',
  { id, name, projectId }: Pick<ApiKeyRow, 'id' | 'name'> & { projectId: number },
  details: object = {},
) => ({ event, subject: { type: 'api_key' as const, id, name }, details: { projectId, ...details } })
