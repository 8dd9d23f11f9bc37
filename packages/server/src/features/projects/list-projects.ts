import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { findProjects, presentProject } from './project.ts'

export const listProjects = implement(contract.listProjects, async ({ db, config }, { access }) => {
  const projects = await findProjects(db, sql`p.organization_id = ${access.organizationId}`)
  return { projects: projects.map((project) => presentProject(project, config.cdnUrl)) }
})
