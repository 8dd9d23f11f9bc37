import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { sourceOf } from '../../http/address.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertPassword, findClaim } from '../accounts/index.ts'
import { assertProvider, depart, providerOf } from './departure.ts'

/** With the password: a session that was left open must not be made into a way in of its own. */
export const beginIdentityLink = implement(
  contract.beginIdentityLink,
  async (services, call) => {
    const { db } = services
    const { access, body, request, now } = call
    const { issuer } = providerOf(services).config
    const linked = await db.row(sql`
      select 1 from identities where user_id = ${access.userId} and issuer = ${issuer}`)
    if (linked) throw fault('identityLinked')
    const claim = await findClaim(db, access.session.email, sourceOf(request), now)
    await assertPassword(db, claim, body.currentPassword, call, { source: claim.source, isKnown: true })
    return depart(services, call, { returnTo: body.returnTo, sessionId: access.session.sessionId })
  },
  assertProvider,
)
