import type { Author } from '../../../changes/author.ts'
import type { Database, Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { jsonPieces } from '../../../json/pieces.ts'
import { readTree } from '../../../json/tree.ts'
import type { Answer } from './commit-answer.ts'

const KEPT_FOR = '24 hours'

/** The first answer to an idempotency key, which outlives the validation it was given for. */
export async function findAnswer(db: Handle, { projectId, userId, at }: Author, key: string) {
  const first = await db.row<{ answer: string | null }>(sql`
    select answer::text from import_commits
    where project_id = ${projectId} and user_id = ${userId} and idempotency_key = ${key}
      and created_at > ${at}::timestamptz - ${KEPT_FOR}::interval`)
  return first?.answer ? ((await readTree(first.answer)) as Answer) : undefined
}

/**
 * Takes an idempotency key for this transaction, also one whose answer is too old. Whoever comes second waits for the
 * first to end, gets its answer.
 */
export async function reserveKey(tx: Transaction, by: Author, key: string): Promise<Answer | undefined> {
  const reserved = await tx.run(sql`
    insert into import_commits as c (project_id, user_id, idempotency_key, created_at)
    values (${by.projectId}, ${by.userId}, ${key}, ${by.at})
    on conflict (project_id, user_id, idempotency_key) do update
      set answer = null, created_at = excluded.created_at
      where c.created_at <= excluded.created_at - ${KEPT_FOR}::interval`)
  return reserved > 0 ? undefined : findAnswer(tx, by, key)
}

export async function keepAnswer(
  tx: Transaction,
  { projectId, userId }: Author,
  key: string,
  answer: Answer,
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
