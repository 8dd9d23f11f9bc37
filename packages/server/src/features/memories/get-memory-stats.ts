import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { visibleEntries } from './entries/visible-entries.ts'

interface Stats {
  totalEntries: number
  uniqueLanguagePairs: number
  totalUsageCount: number
}

export const getMemoryStats = implement(contract.getMemoryStats, async ({ db }, { access, params }) => {
  const stats = await db.one<Stats>(sql`
    select count(*) as "totalEntries", count(distinct e.locale_id) as "uniqueLanguagePairs",
           least(coalesce(sum(e.usage_count), 0), ${Number.MAX_SAFE_INTEGER})::bigint as "totalUsageCount"
    from memory_entries e
    where e.memory_id = ${params.tmId} ${visibleEntries(access)}`)
  return stats
})
