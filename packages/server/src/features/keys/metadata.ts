import type { Syntax } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { nothing, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { findProjectLocales } from '../projects/index.ts'
import { refreshParameters } from '../translations/index.ts'
import type { KeyRow } from './key.ts'

/** The fields of a key that its writers may change; `undefined` leaves one as it is. */
export interface Metadata {
  key?: string | undefined
  description?: string | null | undefined
  aiContext?: string | null | undefined
  isPlural?: boolean | undefined
  characterLimit?: number | null | undefined
  syntax?: Syntax | null | undefined
}

interface Stored extends KeyRow {
  aiContext: string | null
}

/**
 * Writes what differs, and returns the key as it is then. The caller holds the key's lock. `replaced` are the locales whose values the same request overwrites: they need not keep to the limit.
 */
export async function writeMetadata(
  tx: Transaction,
  access: ProjectAccess,
  before: KeyRow,
  sent: Metadata,
  namespace: { id: number; name: string },
  replaced: readonly number[] = [],
): Promise<KeyRow> {
  const { by } = access
  const old = { ...before, ...(await readAiContext(tx, before.id)) }
  const fresh = merged(old, sent, namespace)
  const differing = FIELDS.filter((field) => fresh[field] !== old[field])
  if (differing.length === 0) return before
  if (differing.includes('characterLimit')) await assertLimitHolds(tx, access, fresh, replaced)
  await tx.run(sql`
    update keys
    set name = ${fresh.key}, namespace_id = ${fresh.namespaceId}, description = ${fresh.description},
        ai_context = ${fresh.aiContext}, is_plural = ${fresh.isPlural}, character_limit = ${fresh.characterLimit},
        syntax = ${fresh.syntax}, updated_at = ${by.at}
    where id = ${before.id}`)
  const side = (row: Stored) => Object.fromEntries(differing.map((field) => [field, row[field]]))
  const { aiContext: _, ...key } = fresh
  record(tx, by, [
    {
      event: 'key.updated',
      keyId: key.id,
      key: key.key,
      namespace: key.namespace,
      before: side(old),
      after: side(fresh),
    },
  ])
  // What a text asks for depends on how it is read.
  if (differing.includes('syntax') || differing.includes('isPlural')) await refreshParameters(tx, by, [key.id])
  return { ...key, updatedAt: by.at }
}

const merged = (old: Stored, sent: Metadata, namespace: { id: number; name: string }): Stored => ({
  ...old,
  key: sent.key ?? old.key,
  namespace: namespace.name,
  namespaceId: namespace.id,
  description: sent.description === undefined ? old.description : sent.description,
  aiContext: sent.aiContext === undefined ? old.aiContext : sent.aiContext,
  isPlural: sent.isPlural ?? old.isPlural,
  characterLimit: sent.characterLimit === undefined ? old.characterLimit : sent.characterLimit,
  syntax: sent.syntax === undefined ? old.syntax : sent.syntax,
})

const FIELDS = ['key', 'namespace', 'description', 'aiContext', 'isPlural', 'characterLimit', 'syntax'] as const

const readAiContext = (tx: Transaction, keyId: number) =>
  tx.one<{ aiContext: string | null }>(sql`select ai_context as "aiContext" from keys where id = ${keyId}`)

/**
 * Whether values fit into less room tells how long they are. So nobody makes it smaller who may not see all languages of
 * the project, whatever is written in the others.
 */
export async function assertMayShorten(
  tx: Transaction,
  { projectId, localeCodes }: ProjectAccess,
  { characterLimit: before }: KeyRow,
  { characterLimit: sent }: Metadata,
): Promise<void> {
  if (localeCodes === null || sent == null || (before !== null && sent >= before)) return
  const locales = await findProjectLocales(tx, projectId)
  if (!locales.every(({ code }) => localeCodes.includes(code))) throw fault('restrictedToLocales')
}

/**
 * Values in languages that are out of use do not count: nobody could see or shorten them. They come back as they were, so
 * even a larger limit may be under a value, and nobody learns how long one is in a language that they may not see.
 */
async function assertLimitHolds(
  tx: Transaction,
  { localeCodes }: ProjectAccess,
  { id, characterLimit }: Stored,
  replaced: readonly number[],
): Promise<void> {
  if (characterLimit === null) return
  const { maxExistingLength } = await tx.one<{ maxExistingLength: number | null }>(sql`
    select max(char_length(t.value)) as "maxExistingLength"
    from translations t
    join project_locales pl on pl.project_id = t.project_id and pl.locale_id = t.locale_id
    join locales l on l.id = t.locale_id
    where t.key_id = ${id} ${localeCodes ? sql`and l.code = any(${localeCodes}::text[])` : nothing}
      and t.locale_id <> all(${replaced}::bigint[])
      and exceeded_limit(t.value, ${characterLimit}) is not null`)
  if (maxExistingLength !== null) {
    throw fault('limitUnderValue', { limit: characterLimit, maxExistingLength, keyId: id })
  }
}
