import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { announceSwitch } from '../../publication-switch.ts'
import { deedOf, recordEntries } from '../audit/index.ts'

/** When it is answered, the files of the project are no longer served either. */
export const deleteProject = implement(contract.deleteProject, async ({ db }, call) => {
  const { projectId } = call.access
  await announceSwitch(db, projectId)
  await transaction(db, async (tx) => {
    const deleted = await tx.row<{ name: string }>(sql`
      update projects set deleted_at = ${call.now} where id = ${projectId} and deleted_at is null returning name`)
    if (!deleted) return
    const subject = { type: 'project' as const, id: projectId, name: deleted.name }
    await recordEntries(tx, deedOf(call), [{ event: 'project.deleted', subject }])
  })
})
