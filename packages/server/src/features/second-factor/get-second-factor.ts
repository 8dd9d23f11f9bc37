import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

interface State {
  createdAt: Date | null
  lastUsedAt: Date | null
  recoveryCodesLeft: number
  hasPassword: boolean
}

export const getSecondFactor = implement(contract.getSecondFactor, async ({ db }, { access }) => {
  const { createdAt, lastUsedAt, ...state } = await db.one<State>(sql`
    select f.created_at as "createdAt", f.last_used_at as "lastUsedAt",
           (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null) as "recoveryCodesLeft",
           u.password_hash is not null as "hasPassword"
    from users u left join second_factors f on f.user_id = u.id
    where u.id = ${access.userId}`)
  return {
    isOn: createdAt !== null,
    createdAt: createdAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    ...state,
  }
})
