import { contract } from '@parlance/contract'
import { transaction } from '../../../db/transaction.ts'
import { implement } from '../../../implement.ts'
import { assertNamedLocales, mapFiles } from '../files/map-files.ts'
import { allowLongStatements } from '../plan/planner-settings.ts'
import { findSession } from '../session.ts'
import { previewConflicts } from './preview-conflicts.ts'
import { takeToken } from './rate-limit.ts'

export const revalidateImport = implement(contract.revalidateImport, async ({ db }, { access, body }) => {
  await takeToken(db, access.by)
  await assertNamedLocales(access, body)
  const session = await findSession(db, access.by, body.validationId)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx)
    const { mapped, errors } = await mapFiles(tx, access, session, body.fileMappings ?? [])
    const { conflicts, tooLong } = await previewConflicts(tx, access, session, mapped, body.conflictResolutions ?? [])
    return { conflicts, warnings: [...session.faults, ...errors, ...tooLong] }
  })
})
