import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import type { MemberAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { visibleEntries } from './entries/visible-entries.ts'

export interface MemoryRow {
  id: number
  organizationId: number
  name: string
  description: string | null
  sourceLocaleId: number
  sourceLocaleCode: string
  isDefault: boolean
  isShared: boolean
  autoPopulate: boolean
  onlyApproved: boolean
  entriesCount: number
  languageCount: number
  linkedProjectsCount: number
  createdAt: Date
  updatedAt: Date
}

/**
 * Memories in the order of their making. The first that an organization has is its default. Only entries that the caller
 * may see are counted.
 */
export const findMemories = (db: Handle, caller: MemberAccess, only: Sql, limit: Sql = nothing) =>
  db.rows<MemoryRow>(sql`
    select m.id, m.organization_id as "organizationId", m.name, m.description, m.source_locale_id as "sourceLocaleId",
           l.code as "sourceLocaleCode",
           not exists (select 1 from memories older
                       where older.organization_id = m.organization_id and older.id < m.id) as "isDefault",
           m.is_shared as "isShared", m.auto_populate as "autoPopulate", m.only_approved as "onlyApproved",
           counts.entries as "entriesCount", counts.languages as "languageCount",
           (select count(*) from memory_assignments a join projects p on p.id = a.project_id and p.deleted_at is null
            where a.memory_id = m.id) as "linkedProjectsCount",
           m.created_at as "createdAt", m.updated_at as "updatedAt"
    from memories m
    join locales l on l.id = m.source_locale_id
    cross join lateral (
      select coalesce(sum(e.entries), 0)::bigint as entries, count(*) filter (where e.entries > 0) as languages
      from memory_locales e where e.memory_id = m.id ${visibleEntries(caller)}
    ) counts
    where ${only}
    order by m.id
    ${limit}`)

export async function findMemory(db: Handle, caller: MemberAccess, id: number): Promise<MemoryRow> {
  const [memory] = await findMemories(db, caller, sql`m.id = ${id}`)
  if (!memory) throw fault('notFound')
  return memory
}

export const presentMemory = (row: MemoryRow) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
