import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'

export interface ProjectLocaleRow {
  id: number
  code: string
  name: string
  isSource: boolean
}

/** The languages of a project: the source first, then in the order of their codes. */
export const findProjectLocales = (db: Handle, projectId: number) =>
  db.rows<ProjectLocaleRow>(sql`
    select l.id, l.code, l.name, l.id = p.source_locale_id as "isSource"
    from projects p
    join project_locales pl on pl.project_id = p.id
    join locales l on l.id = pl.locale_id
    where p.id = ${projectId}
    order by l.id <> p.source_locale_id, l.code`)
