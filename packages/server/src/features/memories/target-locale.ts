import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import type { MemberAccess } from '../../http/access.ts'
import { findLocales } from '../organizations/index.ts'

/** The locales of an organization by their codes. */
export async function organizationLocales(db: Handle, organizationId: number): Promise<Map<string, number>> {
  const locales = await findLocales(db, organizationId)
  return new Map(locales.map(({ id, code }) => [code, id]))
}

/** For entries `e`, or counts of them: leaves out those in languages that the caller may not see. */
export const visibleEntries = ({ localeCodes, organizationId }: MemberAccess): Sql =>
  localeCodes === null
    ? nothing
    : sql`and e.locale_id in (
        select id from locales where organization_id = ${organizationId} and code = any(${localeCodes}::text[]))`
