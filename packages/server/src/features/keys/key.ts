import type { Syntax } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { presentValue, type ValueRow } from '../translations/index.ts'

export interface KeyRow {
  id: number
  key: string
  namespace: string
  namespaceId: number
  description: string | null
  isPlural: boolean
  characterLimit: number | null
  /** Null means icu. */
  syntax: Syntax | null
  createdAt: Date
  updatedAt: Date
}

/** The columns of a `KeyRow`, of a key `k` in its namespace `n`. */
export const keyColumns = sql`
  k.id, k.name as key, n.name as namespace, k.namespace_id as "namespaceId", k.description, k.is_plural as "isPlural",
  k.character_limit as "characterLimit", k.syntax, k.created_at as "createdAt", k.updated_at as "updatedAt"`

/** A whole key as one caller sees it: the values in the languages of the project that they may see. */
export async function readKey(db: Handle, { localeCodes }: ProjectAccess, key: KeyRow) {
  const values = await db.rows<ValueRow & { locale: string }>(sql`
    select t.id, t.key_id as "keyId", t.locale_id as "localeId", l.code as locale, t.value, t.status,
           t.created_at as "createdAt", t.updated_at as "updatedAt", t.created_by as "createdBy",
           t.updated_by as "updatedBy"
    from translations t
    join project_locales pl on pl.project_id = t.project_id and pl.locale_id = t.locale_id
    join locales l on l.id = t.locale_id
    where t.key_id = ${key.id} ${localeCodes ? sql`and l.code = any(${localeCodes}::text[])` : nothing}
    order by l.code`)
  return presentKey(key, values)
}

/** The same after a change that needs no right to read: an API key may write and not see what others wrote. */
export const readKeyIfAllowed = async (db: Handle, access: ProjectAccess, key: KeyRow) =>
  access.permissions.has('translation.view') ? readKey(db, access, key) : presentKey(key, [])

/** A living key of the project, locked until the commit: its values, limit and name stay as they are. */
export async function lockKey(tx: Transaction, projectId: number, keyId: number): Promise<KeyRow> {
  const key = await lookTwice(() =>
    tx.row<KeyRow>(sql`
      select ${keyColumns}
      from keys k join namespaces n on n.id = k.namespace_id
      where k.id = ${keyId} and k.project_id = ${projectId} and k.deleted_at is null
      for no key update of k`),
  )
  if (!key) throw fault('keyNotFound')
  return key
}

/**
 * For statements that lock a key `k` and join its namespace. A key that moves while its row is waited for drops out of
 * the join with its old namespace, yet is locked by then: the second look sees what was committed meanwhile.
 */
export const lookTwice = async <T>(look: () => Promise<T | undefined>) => (await look()) ?? (await look())

export const presentMetadata = (row: KeyRow) =>
  metadataOf(row, row.createdAt.toISOString(), row.updatedAt.toISOString())

export const metadataOf = (row: Omit<KeyRow, 'createdAt' | 'updatedAt'>, createdAt: string, updatedAt: string) => ({
  id: row.id,
  key: row.key,
  namespace: row.namespace,
  namespaceId: row.namespaceId,
  description: row.description,
  isPlural: row.isPlural,
  characterLimit: row.characterLimit,
  syntax: row.syntax,
  createdAt,
  updatedAt,
})

export const presentKey = (row: KeyRow, values: (ValueRow & { locale: string })[]) => ({
  ...presentMetadata(row),
  translations: Object.fromEntries(values.map((value) => [value.locale, presentValue(value)])),
})
