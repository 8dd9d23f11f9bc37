import type { AuditEvent } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'

/** What an administrator does to an account. From where they did it is no affair of the organizations that are told of it. */
export const deedOn = (administrator: number, at: Date) => ({
  actor: { type: 'user' as const, id: administrator },
  address: null,
  at,
})

/** Told in every organization of theirs, as sign-ins are: the account opens all of them. */
export async function entriesEverywhere(
  tx: Handle,
  userId: number,
  told: readonly { event: AuditEvent; details?: Record<string, unknown> }[],
) {
  const memberships = await tx.rows<{ organizationId: number; email: string }>(sql`
    select m.organization_id as "organizationId", u.email
    from memberships m join users u on u.id = m.user_id
    where m.user_id = ${userId} order by m.organization_id`)
  return memberships.flatMap(({ organizationId, email }) =>
    told.map((entry) => ({ organizationId, subject: { type: 'member' as const, id: userId, name: email }, ...entry })),
  )
}
