import { contract } from '@parlance/contract'
import { transaction } from '../../../db/transaction.ts'
import { type Call, implement } from '../../../implement.ts'
import type { Services } from '../../../services.ts'
import { assertNamedLocales, mapFiles } from '../files/map-files.ts'
import { allowLongStatements } from '../plan/planner-settings.ts'
import { findSession } from '../session.ts'
import { keepConflicts } from './kept-conflicts.ts'
import { countConflicts, presentConflicts, previewConflicts } from './preview-conflicts.ts'
import { takeToken } from './rate-limit.ts'

export const revalidateImport = implement(contract.revalidateImport, revalidate, takeToken)

async function revalidate({ db }: Services, { access, body, query }: Call<typeof contract.revalidateImport>) {
  await assertNamedLocales(access, body)
  const session = await findSession(db, access.by, body.validationId)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx)
    const { targets, mapped, errors } = await mapFiles(tx, access, session, body.fileMappings ?? [])
    const { decided, tooLong } = await previewConflicts(tx, session, mapped, body.conflictResolutions ?? [])
    const warnings = [...session.faults, ...errors, ...tooLong]
    if (query.conflicts !== 'paged') return { conflicts: await presentConflicts(access, decided, mapped), warnings }
    await keepConflicts(tx, session.id, mapped, decided)
    const counts = await countConflicts(decided)
    const files = targets.map(({ file: { filename, position } }) => ({
      filename,
      conflictCount: counts.get(position) ?? 0,
    }))
    return { conflicts: [], conflictCount: decided.length, files, warnings }
  })
}
