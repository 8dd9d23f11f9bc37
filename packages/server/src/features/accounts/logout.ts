import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { clearSessionCookie } from '../../http/session-cookie.ts'
import { implement } from '../../implement.ts'

export const logout = implement(contract.logout, async ({ db, config, streams }, { access, reply }) => {
  await db.run(sql`delete from sessions where id = ${access.session.sessionId}`)
  await streams.recheckEverywhere()
  clearSessionCookie(reply, config)
})
