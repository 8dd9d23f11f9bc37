import { createHash } from 'node:crypto'
import type { Body, contract } from '@parlance/contract'
import type { Author } from '../../../changes/author.ts'
import type { Database, Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { fault } from '../../../http/errors.ts'
import { jsonPieces } from '../../../json/pieces.ts'
import { readTree } from '../../../json/tree.ts'
import { eachInTurns } from '../../../turns.ts'
import type { Answer } from './commit-answer.ts'

const KEPT_FOR = '24 hours'

/** An idempotency key, with what it was sent for. */
export interface Once {
  key: string
  bodyHash: Buffer
}

type Sent = Body<typeof contract.commitImport>

/**
 * What a key stands for: all of the body, in whatever order its fields came. How its progress is followed is no part of
 * what is asked for.
 */
export async function onceOf(key: string, sent: Sent): Promise<Once> {
  const { validationId, fileMappings, conflictResolutions, conflictDefaults = [] } = sent
  const hash = createHash('sha256').update(JSON.stringify(validationId))
  // Those of files came later: without any, a key stands for what it stood for before.
  const ofFiles = conflictDefaults.length > 0 ? [conflictDefaults] : []
  for (const list of [fileMappings, conflictResolutions, ...ofFiles]) {
    hash.update('[')
    await eachInTurns<object>(list, (item) => hash.update(JSON.stringify(sorted(item))))
  }
  return { key, bodyHash: hash.digest() }
}

const sorted = (item: object) => Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))

/** The first answer to an idempotency key, which outlives the validation it was given for. */
export async function findAnswer(db: Handle, { projectId, userId, at }: Author, { key, bodyHash }: Once) {
  const first = await db.row<{ answer: string | null; hash: Buffer | null }>(sql`
    select answer::text, body_hash as hash from import_commits
    where project_id = ${projectId} and user_id = ${userId} and idempotency_key = ${key}
      and created_at > ${at}::timestamptz - ${KEPT_FOR}::interval`)
  if (first?.hash && !first.hash.equals(bodyHash)) throw fault('idempotencyMismatch')
  // Answers of older versions name no range.
  return first?.answer ? { changes: null, ...((await readTree(first.answer)) as Omit<Answer, 'changes'>) } : undefined
}

/**
 * Takes an idempotency key for this transaction, also one whose answer is too old. Whoever comes second waits for the
 * first to end, gets its answer.
 */
export async function reserveKey(tx: Transaction, by: Author, once: Once): Promise<Answer | undefined> {
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
