import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'

/** Tells an organization from all others, those of other services with the same id included. */
export async function tmxOrigin(db: Handle, organizationId: number): Promise<string> {
  const { createdAt } = await db.one<{ createdAt: Date }>(sql`
    select created_at as "createdAt" from organizations where id = ${organizationId}`)
  return `organization ${organizationId} of ${createdAt.toISOString()}`
}

/** Members by their names, as far as these are unambiguous: an export names authors, and they are found again. */
export async function authorsByName(db: Handle, organizationId: number): Promise<Map<string, number>> {
  const members = await db.rows<{ name: string; id: number }>(sql`
    select u.name, min(u.id) as id from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} group by u.name having count(*) = 1`)
  return new Map(members.map(({ name, id }) => [name, id]))
}
