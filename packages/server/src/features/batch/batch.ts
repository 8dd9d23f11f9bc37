import { performance } from 'node:perf_hooks'
import type { ChangeRange } from '../../changes/change.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { takeTurnOfMany } from '../projects/index.ts'

export interface BatchError {
  keyId: number
  key: string | null
  message: string
}

/** What a batch answers: every id is either processed or among the errors, each once. */
export function batchResult(
  keyIds: readonly number[],
  errors: BatchError[],
  startedAt: number,
  changes: ChangeRange | null,
) {
  const failed = errors.length
  return {
    success: failed === 0,
    processed: new Set(keyIds).size - failed,
    failed,
    duration: Math.round(performance.now() - startedAt),
    errors: errors.sort((a, b) => a.keyId - b.keyId),
    changes,
  }
}

/**
 * Locks the living keys of the project among the ids, in their order, and reports the others. Only `living` may be
 * touched then: by the next statement one that was not found may have been restored.
 */
export async function lockKeys(tx: Transaction, projectId: number, keyIds: readonly number[]) {
  await takeTurnOfMany(tx, projectId)
  // Only what failed comes back, because most often that is nothing. The ids are looked up as one array, in one walk along
  // the index: joined, each began at its root (10,000 keys: 50,000 pages asked for instead of 20,300; on a busy machine 105 ms
  // instead of 65). The planner cannot tell how many there are. `except` is never a loop in a loop, whatever it takes them for.
  const missing = await tx.rows<{ keyId: number }>(sql`
    with wanted as (
      select distinct id from unnest(${keyIds}::bigint[]) as id
    ), locked as (
      select k.id from keys k
      where k.id = any(array(select id from wanted)) and k.project_id = ${projectId} and k.deleted_at is null
      order by k.id
      for no key update
    )
    select id as "keyId" from wanted except select id from locked`)
  const errors: BatchError[] = missing.map(({ keyId }) => ({ keyId, key: null, message: 'Key not found' }))
  return { living: without(keyIds, errors), errors }
}

/** The ids that did not fail. */
export function without(keyIds: readonly number[], errors: readonly BatchError[]): number[] {
  const failed = new Set(errors.map(({ keyId }) => keyId))
  return [...new Set(keyIds)].filter((id) => !failed.has(id))
}
