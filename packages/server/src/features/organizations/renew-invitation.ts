import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { newInvitation } from './invitation.ts'
import { mailInvitation } from './mail-links.ts'
import { lockMemberFor } from './managers.ts'
import { entryOf } from './member.ts'

/** Whoever renews it vouches for it from then on: the one who sent it first may be gone. */
export const renewInvitation = implement(contract.renewInvitation, (services, call) =>
  transaction(services.db, async (tx) => {
    const { access, params, now } = call
    const member = await lockMemberFor(tx, access, params.userId)
    if (member.joinedAt) throw fault('memberJoined')
    const invitation = newInvitation(now)
    const { token, tokenHash, expiresAt } = invitation
    await tx.run(sql`
      update invitations set token_hash = ${tokenHash}, invited_by = ${access.userId}, expires_at = ${expiresAt}
      where id = ${params.userId}`)
    await recordEntries(tx, deedOf(call), [entryOf('member.invited', member)])
    return { inviteToken: token, isMailed: await mailInvitation(tx, services, call, member, invitation) }
  }),
)
