import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { announceSwitch } from '../../publication-switch.ts'

/** When it is answered, the files of the project are no longer served either. */
export const deleteProject = implement(contract.deleteProject, async ({ db }, { access, now }) => {
  await announceSwitch(db, access.projectId)
  await db.run(sql`update projects set deleted_at = ${now} where id = ${access.projectId} and deleted_at is null`)
})
