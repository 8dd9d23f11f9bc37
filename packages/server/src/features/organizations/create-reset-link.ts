import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { mailResetLink } from './mail-links.ts'
import { lockMemberFor } from './managers.ts'
import { entryOf } from './member.ts'
import { findParties, newResetLink, obstacleTo } from './reset-link.ts'

/** One for each person: a new one takes the place of the one before, whoever made that. */
export const createResetLink = implement(contract.createResetLink, (services, call) =>
  transaction(services.db, async (tx) => {
    const { config } = services
    const { access, params, now } = call
    const { organizationId, userId: makerId } = access
    const member = await lockMemberFor(tx, access, params.userId)
    if (!member.joinedAt) throw fault('memberNotJoined')
    const obstacle = obstacleTo(await findParties(tx, config, organizationId, makerId, params.userId), config)
    if (obstacle) throw fault(obstacle)
    const link = newResetLink(now)
    const { token, tokenHash, expiresAt } = link
    await tx.run(sql`
      insert into reset_links (user_id, organization_id, created_by, token_hash, created_at, expires_at)
      values (${params.userId}, ${organizationId}, ${makerId}, ${tokenHash}, ${now}, ${expiresAt})
      on conflict (user_id) do update
        set organization_id = excluded.organization_id, created_by = excluded.created_by,
            token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`)
    await recordEntries(tx, deedOf(call), [entryOf('member.reset_link_created', member)])
    const isMailed = await mailResetLink(tx, services, call, member, link)
    return { token, expiresAt: expiresAt.toISOString(), isMailed }
  }),
)
