import { contract, limits } from '@parlance/contract'
import type { ChangeRange } from '../../changes/change.ts'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { assertHolds, type ProjectAccess } from '../../http/access.ts'
import { wrongField } from '../../http/errors.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'
import { assertRoomForKeys, takeTurnOfPlan } from '../keys/index.ts'
import { takeTurnOfMany } from '../projects/index.ts'
import { lockRange, planUndo } from './undo-plan.ts'
import { writeUndo } from './write-undo.ts'

/** Looking and writing ask one plan, so a dry run promises what is done. What is left alone is listed by the database. */
export const revertActivity = implement(contract.revertActivity, async ({ db }, { access, body, reply }) => {
  const { fromId, toId, dryRun = false } = body
  const range = { fromId, toId }
  await assertRange(db, access.projectId, range)
  await assertMayRevert(db, access, range)
  const { reverted, skipped, changes } = await transaction(db, (tx) => revert(tx, access, range, dryRun))
  const json = `{"reverted":${reverted},"skipped":${skipped},"changes":${JSON.stringify(changes)}}`
  return rawJson(contract.revertActivity, reply, json)
})

/** The numbers of a project have no gaps: what lies between the first and the last exists. */
async function assertRange(db: Handle, projectId: number, { fromId, toId }: ChangeRange): Promise<void> {
  const counter = await db.row<{ seq: number }>(sql`select seq from project_counters where project_id = ${projectId}`)
  const last = counter?.seq ?? 0
  if (fromId > last) throw wrongField('fromId', `The last change of this project is ${last}; ${fromId} came.`)
  const most = Math.min(last, fromId + limits.revertedChanges - 1)
  if (toId < fromId || toId > most)
    throw wrongField('toId', `\`toId\` must be from ${fromId} (\`fromId\`) to ${most} here; ${toId} came.`)
}

/** One's own changes, signed by the same person or key; those of others are for who manages the project. */
async function assertMayRevert(db: Handle, access: ProjectAccess, { fromId, toId }: ChangeRange): Promise<void> {
  if (access.permissions.has('project.manage')) return
  const { actor } = access.by
  const others = await db.row(sql`
    select 1 from changes
    where project_id = ${access.projectId} and seq between ${fromId} and ${toId}
      and event in ('key.created', 'key.restored', 'key.updated', 'key.deleted', 'translation.created', 'translation.updated')
      and (actor_type, actor_id) is distinct from (${actor.type}::text, ${actor.id}::bigint)
    limit 1`)
  if (others) assertHolds(access, 'project.manage')
}

async function revert(tx: Transaction, access: ProjectAccess, range: ChangeRange, dryRun: boolean) {
  await tx.allowLong(600_000)
  // A plan made for one change would take hours for a hundred thousand.
  await tx.planEach()
  if (!dryRun) {
    await takeTurnOfPlan(tx, access)
    await takeTurnOfMany(tx, access.projectId)
    await lockRange(tx, access.projectId, range)
  }
  const { turning, coming, going, reverted, skipped } = await planUndo(tx, access, range)
  if (turning > 0) assertHolds(access, 'translation.delete')
  if (coming > going) await assertRoomForKeys(tx, access, coming - going)
  const isWritten = reverted > 0 && !dryRun
  return { reverted, skipped, changes: isWritten ? await writeUndo(tx, access.by) : null }
}
