import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'

export interface Assignment {
  tmId: number
  tmName: string
  priority: number
  isWritable: boolean
  penalty: number
}

/** The memories assigned to a project. One whose source language is not the project's is not among them. */
export const findAssignments = (db: Handle, projectId: number) =>
  db.rows<Assignment>(sql`
    select m.id as "tmId", m.name as "tmName", a.priority, a.is_writable as "isWritable", a.penalty
    from memory_assignments a
    join projects p on p.id = a.project_id
    join memories m on m.id = a.memory_id and m.source_locale_id = p.source_locale_id
    where a.project_id = ${projectId}
    order by a.priority desc, m.id`)
