import type { Status } from '@parlance/contract'
import type { FormatId } from '@parlance/formats'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import type { ProjectLocaleRow } from './project-locales.ts'

/** What its published files contain; no statuses: all of them. */
interface Cdn {
  format: FormatId
  structure: 'flat' | 'nested'
  statuses: Status[] | null
}

export interface ProjectRow {
  id: number
  organizationId: number
  name: string
  sourceLocaleId: number
  locales: ProjectLocaleRow[]
  defaultNamespaceId: number
  cdnToken: string
  cdn: Cdn
  createdAt: Date
  updatedAt: Date
}

export const presentProject = (row: ProjectRow, cdnUrl: string) => ({
  id: row.id,
  organizationId: row.organizationId,
  name: row.name,
  sourceLocaleId: row.sourceLocaleId,
  sourceLocaleCode: row.locales.find(({ isSource }) => isSource)?.code ?? '',
  locales: row.locales,
  defaultNamespaceId: row.defaultNamespaceId,
  cdnToken: row.cdnToken,
  cdnUrl: `${cdnUrl}/${row.cdnToken}`,
  cdn: row.cdn,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** In the order in which they were made. */
export const findProjects = (db: Handle, only: Sql, limit: number | null = null) =>
  db.rows<ProjectRow>(sql`
    select p.id, p.organization_id as "organizationId", p.name, p.source_locale_id as "sourceLocaleId",
           p.cdn_token as "cdnToken",
           json_build_object('format', p.cdn_format, 'structure', p.cdn_structure, 'statuses', p.cdn_statuses) as cdn,
           p.created_at as "createdAt", p.updated_at as "updatedAt",
           (select n.id from namespaces n where n.project_id = p.id and n.is_default) as "defaultNamespaceId",
           (select json_agg(json_build_object('id', l.id, 'code', l.code, 'name', l.name,
                                              'isSource', l.id = p.source_locale_id)
                            order by l.id <> p.source_locale_id, l.code)
            from project_locales pl join locales l on l.id = pl.locale_id
            where pl.project_id = p.id) as locales
    from projects p
    where p.deleted_at is null and ${only}
    order by p.id limit ${limit}`)

export async function findProject(db: Handle, projectId: number): Promise<ProjectRow> {
  const [project] = await findProjects(db, sql`p.id = ${projectId}`)
  if (!project) throw fault('projectNotFound')
  return project
}
