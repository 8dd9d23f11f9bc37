import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../http/implement.ts'
import { judge } from './commit-answer.ts'
import { Resolutions } from './decide.ts'
import { assertNamedLocales, mapFiles, overLimit } from './map-files.ts'
import { suitPlans, takeTime } from './patience.ts'
import { readPlan } from './plan.ts'
import { presentConflicts } from './present-conflicts.ts'
import { takeToken } from './rate.ts'
import { findSession } from './session.ts'

export const revalidateImport = implement(contract.revalidateImport, async ({ db }, { access, body }) => {
  await takeToken(db, access.by)
  await assertNamedLocales(access, body)
  const session = await findSession(db, access.by, body.validationId)
  return transaction(db, async (tx) => {
    await takeTime(tx)
    await suitPlans(tx, session.id)
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
