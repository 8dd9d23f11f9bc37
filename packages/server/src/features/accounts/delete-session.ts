import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { clearSessionCookie } from '../../http/session-cookie.ts'
import { implement } from '../../implement.ts'

/** One's own only. The current one may be among them: that is to sign out. */
export const deleteSession = implement(contract.deleteSession, async ({ db, config, streams }, call) => {
  const { access, params, now, reply } = call
  const ended = await db.run(sql`
    delete from sessions where id = ${params.sessionId} and user_id = ${access.userId} and expires_at > ${now}`)
  if (ended === 0) throw fault('notFound')
  await streams.recheckEverywhere()
  if (params.sessionId === access.session.sessionId) clearSessionCookie(reply, config)
})
