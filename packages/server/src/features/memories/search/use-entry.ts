import type { Author } from '../../../changes/author.ts'
import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { tryLockMemory } from '../entries/write-entries.ts'
import { searchedMemories } from './searched-memories.ts'

/**
 * Counts that a value was written with an entry. One that is not in the memories of the project, or is gone since it was
 * shown, changes nothing: the value that somebody wrote is worth more than the count.
 */
export async function useEntry(tx: Transaction, { projectId, at }: Author, entryId: number): Promise<void> {
  const memory = await tx.row<{ id: number }>(sql`
    select e.memory_id as id from (${searchedMemories(projectId)}) m
    join memory_entries e on e.memory_id = m.id and e.id = ${entryId}`)
  if (!memory || !(await tryLockMemory(tx, memory.id))) return
  await tx.run(sql`
    update memory_entries
    set usage_count = usage_count + 1, last_used_at = ${at}, version = nextval('memory_entry_versions')
    where memory_id = ${memory.id} and id = ${entryId}`)
}
