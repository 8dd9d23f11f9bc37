import { contract } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import { implement } from '../../../implement.ts'
import { assertEntry } from './entry.ts'

export const updateMemoryEntry = implement(contract.updateMemoryEntry, ({ db }, { access, params, body, now }) =>
  transaction(db, async (tx) => {
    const { tmId, entryId } = params
    await assertEntry(tx, access, tmId, entryId)
    await tx.run(sql`
      update memory_entries
      set target_text = ${body.targetText}, author_id = ${access.userId}, author_name = null, updated_at = ${now}
      where memory_id = ${tmId} and id = ${entryId} and target_text <> ${body.targetText}`)
    return { message: 'The entry is changed.' }
  }),
)
