import type { Author } from '../../changes/author.ts'
import type { Database, Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { jsonPieces } from '../../json/pieces.ts'
import { readTree } from '../../json/tree.ts'

const KEPT_FOR = '24 hours'

/** An idempotency key, with what it was sent for. */
export interface Once {
  key: string
  bodyHash: Buffer
}

/** The first answer to an idempotency key, which outlives the validation it was given for. */
export async function findAnswer<Answer extends { changes: unknown }>(
  db: Handle,
  { projectId, userId, at }: Author,
  { key, bodyHash }: Once,
): Promise<Answer | undefined> {
  const first = await db.row<{ answer: string | null; hash: Buffer | null }>(sql`
    select answer::text, body_hash as hash from import_commits
    where project_id = ${projectId} and user_id = ${userId} and idempotency_key = ${key}
      and created_at > ${at}::timestamptz - ${KEPT_FOR}::interval`)
  if (first?.hash && !first.hash.equals(bodyHash)) throw fault('idempotencyMismatch')
  // Answers of older versions name no range.
  return first?.answer ? ({ changes: null, ...((await readTree(first.answer)) as object) } as Answer) : undefined
}

/**
 * Takes an idempotency key for this transaction, also one whose answer is too old. Whoever comes second waits for the
 * first to end, gets its answer.
 */
export async function reserveKey<Answer extends { changes: unknown }>(
  tx: Transaction,
  by: Author,
  once: Once,
): Promise<Answer | undefined> {
  const reserved = await tx.run(sql`
    insert into import_commits as c (project_id, user_id, idempotency_key, body_hash, created_at)
    values (${by.projectId}, ${by.userId}, ${once.key}, ${once.bodyHash}, ${by.at})
    on conflict (project_id, user_id, idempotency_key) do update
      set answer = null, body_hash = excluded.body_hash, created_at = excluded.created_at
      where c.created_at <= excluded.created_at - ${KEPT_FOR}::interval`)
  return reserved > 0 ? undefined : findAnswer(tx, by, once)
}

export async function keepAnswer(
  tx: Transaction,
  { projectId, userId }: Author,
  { key }: Once,
  answer: object,
): Promise<void> {
  const json = Buffer.concat(await jsonPieces(answer)).toString()
  await tx.run(sql`
    update import_commits set answer = ${json}
    where project_id = ${projectId} and user_id = ${userId} and idempotency_key = ${key}`)
}

/** Of all projects. Passes over an old key that is being taken again: whoever has it may take minutes. */
export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  await db.run(sql`
    delete from import_commits where (project_id, user_id, idempotency_key) in (
      select project_id, user_id, idempotency_key from import_commits
      where created_at <= ${now}::timestamptz - ${KEPT_FOR}::interval
      for update skip locked)`)
}
