import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { keptFor, matchesInAll } from './key-conditions.ts'
import { resolveFilter } from './key-filter.ts'

export const countKeys = implement(contract.countKeys, async ({ db }, { access, query }) => {
  const filter = await resolveFilter(db, access, query)
  const keys = sql`
    select count(*) as count from keys k
    where k.project_id = ${access.projectId} and k.deleted_at is null ${matchesInAll(filter)}`
  return db.one<{ count: number }>(keptFor(filter, keys))
})
