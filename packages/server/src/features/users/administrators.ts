import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { UserAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import type { Services } from '../../services.ts'

/** Like a missing permission: before anything that was sent is looked at. */
export async function assertAdministrator(_services: Services, { session }: UserAccess): Promise<void> {
  if (!session.isInstanceAdmin) throw fault('administratorsOnly')
}

/** Nor may anybody who was one when their request began, and has sent its body slowly. */
export async function assertStillAdministrator(tx: Transaction, { session, userId }: UserAccess): Promise<void> {
  const isOne = await tx.row(sql`
    select from users u join sessions s on s.user_id = u.id
    where u.id = ${userId} and u.is_instance_admin and u.is_active and s.id = ${session.sessionId}`)
  if (!isOne) throw fault('administratorsOnly')
}
