import { type Sql, sql } from '../../../db/sql.ts'

/** The memories assigned to a project, and those that are shared with all projects of its source language. */
export const searchedMemories = (projectId: number): Sql => sql`
  select m.id, m.name, coalesce(a.priority, 0) as priority, coalesce(a.penalty, 0) as penalty
  from projects p
  join memories m on m.organization_id = p.organization_id and m.source_locale_id = p.source_locale_id
  left join memory_assignments a on a.project_id = p.id and a.memory_id = m.id
  where p.id = ${projectId} and (a.memory_id is not null or m.is_shared)`
