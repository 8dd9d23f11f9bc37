import type { Author } from '../../changes/author.ts'
import { record } from '../../changes/record.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { lookTwice } from './key.ts'

/** Deletes the one living key of the project that `which` describes (of a key `k` in its namespace `n`). */
export async function removeKey(tx: Transaction, by: Author, which: Sql): Promise<void> {
  const deleted = await lookTwice(() =>
    tx.row<{ keyId: number; key: string; namespace: string }>(sql`
      update keys k set deleted_at = ${by.at}
      from namespaces n
      where n.id = k.namespace_id and k.project_id = ${by.projectId} and k.deleted_at is null and ${which}
      returning k.id as "keyId", k.name as key, n.name as namespace`),
  )
  if (!deleted) throw fault('keyNotFound')
  record(tx, by, [{ event: 'key.deleted', ...deleted }])
}
