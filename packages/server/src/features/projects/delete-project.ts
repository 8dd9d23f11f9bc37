import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../http/implement.ts'

export const deleteProject = implement(contract.deleteProject, async ({ db }, { access, now }) => {
  await db.run(sql`update projects set deleted_at = ${now} where id = ${access.projectId} and deleted_at is null`)
})
