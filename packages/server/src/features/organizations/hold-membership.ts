import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'

/**
 * For what ends when its creator leaves, or is deactivated: whoever removes them, or switches their account off, waits until
 * it is made, and then ends it with the rest. Made a moment later it would come to life should they be added again. A key that was
 * revoked, or a session that was ended, while the body was on its way makes nothing any more, either.
 */
export async function holdMembership(tx: Transaction, access: ProjectAccess): Promise<void> {
  const { organizationId, userId, apiKey, session } = access
  const held = await tx.row(sql`
    select from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and m.joined_at is not null and u.is_active
    for key share of m for share of u`)
  if (!held) throw fault('projectNotFound')
  const isOver = await tx.row(sql`
    select from (select ${apiKey}::bigint as key, ${session}::bigint as session) came
    where exists (select from api_keys where id = came.key and revoked_at is not null)
       or came.session is not null and not exists (select from sessions where id = came.session)`)
  if (isOver) throw fault('authenticationRequired')
}
