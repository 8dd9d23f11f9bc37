import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

export const deleteOtherSessions = implement(contract.deleteOtherSessions, async ({ db, streams }, { access }) => {
  const { userId, session } = access
  const ended = await db.run(sql`delete from sessions where user_id = ${userId} and id <> ${session.sessionId}`)
  if (ended > 0) await streams.recheckEverywhere()
})
