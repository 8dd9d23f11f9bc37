import { contract } from '@parlance/contract'
import { nothing, sql } from '../../db/sql.ts'
import { containing } from '../../db/substring.ts'
import { implement } from '../../implement.ts'
import { findProjects, presentProject } from './project.ts'
import { findStats } from './stats.ts'

export const listProjects = implement(contract.listProjects, async (services, { access, query, request }) => {
  const { db, address, cursors } = services
  const { search, cursor, limit, includeStats } = query
  const size = limit ?? (cursor === undefined ? Number.POSITIVE_INFINITY : 50)
  const boundTo = ['listProjects', access.organizationId, search || null]
  const last = cursor === undefined ? undefined : cursors.read<[number]>(boundTo, cursor)
  const found = await findProjects(
    db,
    sql`p.organization_id = ${access.organizationId}
        ${search ? sql`and folded(p.name) like folded(${containing(search)})` : nothing}
        ${last ? sql`and p.id > ${last[0]}` : nothing}`,
    Number.isFinite(size) ? size + 1 : null,
  )
  const { rows, next } = cursors.page(boundTo, found, size, ({ id }) => [id])
  const cdnUrl = address.cdnFor(request.raw)
  const projects = rows.map((project) => presentProject(project, cdnUrl))
  if (!includeStats) return { projects, ...next }
  const stats = await findStats(db, sql`p.id = any(${rows.map(({ id }) => id)}::bigint[])`, access.localeCodes)
  // One that was deleted in between has none.
  return { projects: projects.map((project) => ({ ...project, stats: stats.get(project.id) ?? NOTHING })), ...next }
})

const NOTHING = { keys: 0, locales: [] }
