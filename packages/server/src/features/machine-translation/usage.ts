import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'

const monthOf = (now: Date) => `${now.toISOString().slice(0, 7)}-01`

/** Takes characters from the budget of this month, or says that they are not there. A budget of null has no end. */
export async function spend(
  db: Handle,
  organizationId: number,
  now: Date,
  characters: number,
  budget: number | null,
): Promise<boolean> {
  if (budget !== null && characters > budget) return false
  const spent = await db.run(sql`
    insert into translation_usage as u (organization_id, month, characters)
    values (${organizationId}, ${monthOf(now)}::date, ${characters})
    on conflict (organization_id, month) do update set characters = u.characters + excluded.characters
      where ${budget}::bigint is null or u.characters + excluded.characters <= ${budget}`)
  return spent === 1
}

/** Gives back what was taken for texts that were not translated. */
export const giveBack = (db: Handle, organizationId: number, now: Date, characters: number) =>
  db.run(sql`
    update translation_usage set characters = characters - ${characters}
    where organization_id = ${organizationId} and month = ${monthOf(now)}::date`)

/** What was taken this month. */
export async function charactersOf(db: Handle, organizationId: number, now: Date): Promise<number> {
  const used = await db.row<{ characters: number }>(sql`
    select characters from translation_usage
    where organization_id = ${organizationId} and month = ${monthOf(now)}::date`)
  return used?.characters ?? 0
}
