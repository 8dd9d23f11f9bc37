import { sql } from '../../db/sql.ts'

/**
 * What somebody said is right about a finding `f` (key_id, locale_id, check_id, branch, params), as a query of `id`: of it
 * alone, in whatever text, or of its like in all languages and branches of the key.
 */
export const COVERING_IGNORE = sql`
  select g.id from issue_ignores g
  where g.key_id = f.key_id and g.check_id = f.check_id and g.params = f.params
    and (g.locale_id is null or (g.locale_id = f.locale_id and g.branch is not distinct from f.branch))
  order by g.locale_id nulls last, g.id limit 1`
