import { contract } from '@parlance/contract'
import { implement } from '../../http/implement.ts'
import { judge } from './commit-answer.ts'
import { Resolutions } from './decide.ts'
import { mapFiles, overLimit } from './map-files.ts'
import { readPlan } from './plan.ts'
import { presentConflicts } from './present-conflicts.ts'
import { takeToken } from './rate.ts'
import { findSession } from './session.ts'

export const revalidateImport = implement(contract.revalidateImport, async ({ db }, { access, body, now }) => {
  await takeToken(db, access, now)
  const session = await findSession(db, access, body.validationId, now)
  const { mapped, errors } = await mapFiles(db, access, session, body.fileMappings ?? [])
  const plan = await readPlan(db, session.id, mapped)
  const resolutions = new Resolutions(body.conflictResolutions ?? [], session.defaultResolution)
  const { decided, tooLong } = judge(plan, resolutions.decide(plan.conflicts, mapped), [])
  return {
    conflicts: presentConflicts(decided, mapped),
    warnings: [...session.faults, ...errors, ...overLimit(tooLong, mapped)],
  }
})
