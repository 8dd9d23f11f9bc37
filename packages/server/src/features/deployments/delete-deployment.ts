import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertName } from './deployment.ts'

export const deleteDeployment = implement(contract.deleteDeployment, async ({ db }, { access, params: { name } }) => {
  assertName(name)
  const deleted = await db.run(sql`
    delete from deployments where project_id = ${access.projectId} and name = ${name}`)
  if (deleted === 0) throw fault('notFound')
})
