import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

/** Nobody looks through more. A program that signs in each minute has forty times as many. */
const MOST_TOLD = 1_000

interface SessionRow {
  id: number
  createdAt: Date
  lastUsedAt: Date
  userAgent: string | null
  address: string | null
}

export const listSessions = implement(contract.listSessions, async ({ db }, { access, now }) => {
  const { userId, session } = access
  const rows = await db.rows<SessionRow>(sql`
    select id, created_at as "createdAt", seen_at as "lastUsedAt", user_agent as "userAgent", address
    from sessions where user_id = ${userId} and expires_at > ${now}
    order by id = ${session.sessionId} desc, seen_at desc, id desc
    limit ${MOST_TOLD}`)
  return {
    sessions: rows.map(({ id, createdAt, lastUsedAt, userAgent, address }) => ({
      id,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      userAgent,
      address,
      isCurrent: id === session.sessionId,
    })),
  }
})
