import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

interface IdentityRow {
  id: number
  issuer: string
  email: string | null
  createdAt: Date
  lastUsedAt: Date | null
}

export const listIdentities = implement(contract.listIdentities, async ({ db, config }, { access }) => {
  const { hasPassword } = await db.one<{ hasPassword: boolean }>(sql`
    select password_hash is not null as "hasPassword" from users where id = ${access.userId}`)
  const rows = await db.rows<IdentityRow>(sql`
    select id, issuer, email, created_at as "createdAt", last_used_at as "lastUsedAt"
    from identities where user_id = ${access.userId} order by id`)
  return {
    identities: rows.map(({ createdAt, lastUsedAt, ...identity }) => ({
      ...identity,
      provider: identity.issuer === config.provider?.issuer ? config.provider.name : null,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    hasPassword,
  }
})
