import { nothing, type Sql, sql } from '../../../db/sql.ts'
import type { MemberAccess } from '../../../http/access.ts'

/** For entries `e`, or counts of them: leaves out those in languages that the caller may not see. */
export const visibleEntries = ({ localeCodes, organizationId }: MemberAccess): Sql =>
  localeCodes === null
    ? nothing
    : sql`and e.locale_id in (
        select id from locales where organization_id = ${organizationId} and code = any(${localeCodes}::text[]))`
