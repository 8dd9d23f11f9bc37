import { contract } from '@parlance/contract'
import { transaction } from '../../../db/transaction.ts'
import { type Call, implement } from '../../../implement.ts'
import type { Services } from '../../../services.ts'
import { assertNamedLocales, mapFiles } from '../files/map-files.ts'
import { allowLongStatements } from '../plan/planner-settings.ts'
import { findSession } from '../session.ts'
import { previewConflicts } from './preview-conflicts.ts'
import { takeToken } from './rate-limit.ts'

export const revalidateImport = implement(contract.revalidateImport, revalidate, takeToken)

async function revalidate({ db }: Services, { access, body }: Call<typeof contract.revalidateImport>) {
  await assertNamedLocales(access, body)
  const session = await findSession(db, access.by, body.validationId)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx)
    const { mapped, errors } = await mapFiles(tx, access, session, body.fileMappings ?? [])
    const { conflicts, tooLong } = await previewConflicts(tx, access, session, mapped, body.conflictResolutions ?? [])
    return { conflicts, warnings: [...session.faults, ...errors, ...tooLong] }
  })
}
