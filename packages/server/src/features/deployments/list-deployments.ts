import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { type DeploymentRow, presentDeployment } from './deployment.ts'

export const listDeployments = implement(contract.listDeployments, async ({ db }, { access }) => {
  const deployments = await db.rows<DeploymentRow>(sql`
    select name, key_count as keys, updated_at as "updatedAt" from deployments
    where project_id = ${access.projectId} order by name collate "C"`)
  return { deployments: deployments.map(presentDeployment) }
})
