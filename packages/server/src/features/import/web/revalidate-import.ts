import { contract } from '@parlance/contract'
import { transaction } from '../../../db/transaction.ts'
import { implement } from '../../../implement.ts'
import { assertNamedLocales, mapFiles, overLimit } from '../files/map-files.ts'
import { readPlan } from '../plan/plan.ts'
import { allowLongStatements, preferHashJoins } from '../plan/planner-settings.ts'
import { findSession } from '../session.ts'
import { judge } from './commit-answer.ts'
import { presentConflicts } from './preview-conflicts.ts'
import { takeToken } from './rate-limit.ts'
import { Resolutions } from './resolutions.ts'

export const revalidateImport = implement(contract.revalidateImport, async ({ db }, { access, body }) => {
  await takeToken(db, access.by)
  await assertNamedLocales(access, body)
  const session = await findSession(db, access.by, body.validationId)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx)
    await preferHashJoins(tx, session.id)
    const { mapped, errors } = await mapFiles(tx, access, session, body.fileMappings ?? [])
    const plan = await readPlan(tx, session.id, mapped)
    const resolutions = await Resolutions.of(body.conflictResolutions ?? [], session.defaultResolution)
    const { decided, tooLong } = await judge(plan, await resolutions.decide(plan.conflicts, mapped), [])
    return {
      conflicts: await presentConflicts(decided, mapped),
      warnings: [...session.faults, ...errors, ...overLimit(tooLong, mapped)],
    }
  })
})
