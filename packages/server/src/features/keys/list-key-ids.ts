import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { isIndexed, matches, matchesBySearch, resolveFilter } from './key-filter.ts'

export const listKeyIds = implement(contract.listKeyIds, async ({ db }, { access, query }) => {
  const filter = await resolveFilter(db, access, query)
  const { ids } = await db.one<{ ids: number[] }>(sql`
    select coalesce(json_agg(k.id order by k.id), '[]') as ids
    from keys k
    where k.project_id = ${access.projectId} and k.deleted_at is null
      ${isIndexed(filter) ? matchesBySearch(filter) : matches(filter)}`)
  return { ids, count: ids.length }
})
