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
