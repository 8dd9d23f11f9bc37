import { sql } from '../../db/sql.ts'

interface PasskeyRow {
  id: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const passkeyColumns = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export type { PasskeyRow }
