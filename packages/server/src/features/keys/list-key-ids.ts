import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'
import { keptFor, matchesInAll } from './key-conditions.ts'
import { resolveFilter } from './key-filter.ts'
import { orderOf } from './key-order.ts'

/** The database writes the list, and it is sent as it comes: a hundred thousand ids never become numbers here. */
export const listKeyIds = implement(contract.listKeyIds, async ({ db }, { access, query, reply }) => {
  const { sortBy = 'key', sortOrder = 'asc' } = query
  const filter = await resolveFilter(db, access, query)
  // The offset keeps the ids from being read once for the text and once for the count.
  const ids = sql`
    select array_to_string(found.ids, ',') as ids, cardinality(found.ids) as count
    from (
      select array(
        select k.id from keys k
        where k.project_id = ${access.projectId} and k.deleted_at is null ${matchesInAll(filter)}
        order by ${orderOf(sortBy, sortOrder)}
      ) as ids
      offset 0
    ) found`
  const found = await db.one<{ ids: string; count: number }>(keptFor(filter, ids))
  return rawJson(contract.listKeyIds, reply, `{"ids":[${found.ids}],"count":${found.count}}`)
})
