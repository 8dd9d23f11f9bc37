import { createHash } from 'node:crypto'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import type { Answer } from './commit-answer.ts'

const KEPT_FOR = '24 hours'

/**
 * Takes an idempotency key for this transaction. Whoever comes second waits for the first to end and gets its answer;
 * the same key for something else is refused.
 */
export async function reserveKey(
  tx: Transaction,
  { projectId, userId }: ProjectAccess,
  now: Date,
  key: string,
  body: { validationId: string; fileMappings: unknown; conflictResolutions: unknown },
): Promise<Answer | undefined> {
  const { validationId, fileMappings, conflictResolutions } = body
  const hash = createHash('sha256')
    .update(JSON.stringify([validationId, fileMappings, conflictResolutions]))
    .digest()
  await tx.run(sql`delete from import_commits where created_at <= ${now}::timestamptz - ${KEPT_FOR}::interval`)
  const reserved = await tx.run(sql`
    insert into import_commits (project_id, user_id, idempotency_key, request_hash, created_at)
    values (${projectId}, ${userId}, ${key}, ${hash}, ${now})
    on conflict do nothing`)
  if (reserved > 0) return undefined
  const first = await tx.row<{ hash: Buffer; answer: Answer }>(sql`
    select request_hash as hash, answer from import_commits
    where project_id = ${projectId} and user_id = ${userId} and idempotency_key = ${key}`)
  if (!first?.hash.equals(hash)) throw fault('idempotencyKeyReused')
  return first.answer
}

export const keepAnswer = (tx: Transaction, { projectId, userId }: ProjectAccess, key: string, answer: Answer) =>
  tx.run(sql`
    update import_commits set answer = ${JSON.stringify(answer)}
    where project_id = ${projectId} and user_id = ${userId} and idempotency_key = ${key}`)
