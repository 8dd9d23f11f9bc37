import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'

/** With a limit, creates of one organization take turns at its row; without one, nothing is locked. */
export async function takeTurnOfPlan(tx: Transaction, { organizationId, keyLimit }: ProjectAccess): Promise<void> {
  if (keyLimit !== null) await tx.run(sql`select 1 from organizations where id = ${organizationId} for no key update`)
}

/** Refuses more living keys than the plan allows. In turns, so that two cannot both take the last place. */
export async function assertRoomForKeys(tx: Transaction, access: ProjectAccess, count: number): Promise<void> {
  const { organizationId, keyLimit } = access
  if (keyLimit === null) return
  await takeTurnOfPlan(tx, access)
  const { current } = await tx.one<{ current: number }>(sql`
    select coalesce(sum(c.keys), 0)::bigint as current
    from projects p join project_counters c on c.project_id = p.id
    where p.organization_id = ${organizationId} and p.deleted_at is null`)
  if (current + count > keyLimit) throw fault('limitExceeded', { metric: 'keys', current, limit: keyLimit })
}
