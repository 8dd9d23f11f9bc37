import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { findProjects, presentProject } from './project.ts'
import { findStats } from './stats.ts'

export const listProjects = implement(contract.listProjects, async ({ db, config }, { access, query }) => {
  const ofOrganization = sql`p.organization_id = ${access.organizationId}`
  const found = await findProjects(db, ofOrganization)
  const projects = found.map((project) => presentProject(project, config.cdnUrl))
  if (!query.includeStats) return { projects }
  const stats = await findStats(db, ofOrganization, access.localeCodes)
  // One that was made in between has none yet.
  return { projects: projects.map((project) => ({ ...project, stats: stats.get(project.id) ?? NOTHING })) }
})

const NOTHING = { keys: 0, locales: [] }
