import { contract, limits } from '@parlance/contract'
import { readTbx, UnreadableTbx } from '@parlance/formats/glossary'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { finishInTurns } from '../../turns.ts'
import { importConcepts } from './import-concepts.ts'

export const importGlossaryTbx = implement(contract.importGlossaryTbx, async (services, { access, body, now }) => {
  if (Buffer.byteLength(body.content) > limits.tbxFile) throw fault('bodyTooLarge')
  const file = await finishInTurns(readTbx(body.content)).catch((error) => {
    if (!(error instanceof UnreadableTbx)) throw error
    throw fault('tbxUnreadable', { reason: error.message })
  })
  return importConcepts(services, { access, now, strategy: body.conflictStrategy, read: () => file })
})
