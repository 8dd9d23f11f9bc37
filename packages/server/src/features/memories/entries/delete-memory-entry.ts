import { contract } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import { fault } from '../../../http/errors.ts'
import { implement } from '../../../implement.ts'
import { assertEntry } from './entry.ts'
import { lockMemory } from './write-entries.ts'

export const deleteMemoryEntry = implement(contract.deleteMemoryEntry, ({ db }, { access, params }) =>
  transaction(db, async (tx) => {
    const { tmId, entryId } = params
    await assertEntry(tx, access, tmId, entryId)
    // An import counts entries before it comes to the next ones; a deletion has one of these and counts afterwards.
    await lockMemory(tx, tmId)
    const deleted = await tx.run(sql`delete from memory_entries where memory_id = ${tmId} and id = ${entryId}`)
    if (deleted === 0) throw fault('entryNotFound')
  }),
)
