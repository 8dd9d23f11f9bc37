import { performance } from 'node:perf_hooks'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { assertLocale, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { canonicalLocale } from '../../locale.ts'
import { findProjectLocales, takeTurnOfMany } from '../projects/index.ts'

export interface BatchError {
  keyId: number
  key: string | null
  message: string
}

/** What a batch answers: every id is either processed or among the errors, each once. */
export function batchResult(keyIds: readonly number[], errors: BatchError[], startedAt: number) {
  const failed = errors.length
  return {
    success: failed === 0,
    processed: new Set(keyIds).size - failed,
    failed,
    duration: Math.round(performance.now() - startedAt),
    errors: errors.sort((a, b) => a.keyId - b.keyId),
  }
}

/**
 * Locks the living keys of the project among the ids, in their order, and reports the others. Only `living` may be
 * touched then: by the next statement one that was not found may have been restored.
 */
export async function lockKeys(tx: Transaction, projectId: number, keyIds: readonly number[]) {
  await takeTurnOfMany(tx, projectId)
  // Only what failed comes back, because most often that is nothing.
  const missing = await tx.rows<{ keyId: number }>(sql`
    with wanted as (
      select distinct id from unnest(${keyIds}::bigint[]) as id
    ), locked as (
      select k.id from keys k
      where k.id in (select id from wanted) and k.project_id = ${projectId} and k.deleted_at is null
      order by k.id
      for no key update
    )
    select w.id as "keyId" from wanted w left join locked l on l.id = w.id where l.id is null`)
  const errors: BatchError[] = missing.map(({ keyId }) => ({ keyId, key: null, message: 'Key not found' }))
  return { living: without(keyIds, errors), errors }
}

/** A locale of the project by any of its spellings, which the caller may write. */
export async function resolveLocale(db: Handle, access: ProjectAccess, code: string) {
  const [locale] = await resolveLocales(db, access, [code])
  if (!locale) throw fault('localeNotEnabled')
  return locale
}

export async function resolveLocales(db: Handle, access: ProjectAccess, codes: readonly string[]) {
  const wanted = new Set(codes.map((code) => canonicalLocale(code) ?? code))
  for (const code of wanted) assertLocale(access, code)
  const enabled = (await findProjectLocales(db, access.projectId)).filter(({ code }) => wanted.has(code))
  if (enabled.length < wanted.size) throw fault('localeNotEnabled')
  return enabled
}

/** The ids that did not fail. */
export function without(keyIds: readonly number[], errors: readonly BatchError[]): number[] {
  const failed = new Set(errors.map(({ keyId }) => keyId))
  return [...new Set(keyIds)].filter((id) => !failed.has(id))
}
