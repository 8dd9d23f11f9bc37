import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Position } from './position.ts'

/** So much text is looked at in one step; values beyond it wait for the next. */
export const MOST_BYTES = 4 * 2 ** 20

/** One value. */
export interface Pair {
  translationId: number
  keyId: number
  localeId: number
}

/** What some changes ask for. */
export interface Affected {
  /** Values that changed by themselves. */
  pairs: Pair[]
  /** Keys all of whose values are to be looked at. */
  keyIds: number[]
  /** Languages that came to the project, perhaps again, with the values they had. */
  addedLocaleIds: number[]
  /** Keys that were deleted, and languages that were taken from the project. Some may be back. */
  goneKeyIds: number[]
  goneLocaleIds: number[]
}

/** Changes of a key alone, of a language alone, and of values that are gone have no such value. */
interface Row {
  keyId: number | null
  localeId: number | null
  translationId: number | null
  isWhole: boolean
  isGone: boolean
  isAdded: boolean
  isMarked: boolean
  bytes: number
}

/** What the changes after `seq` and up to `end` ask for; each value and key once, however often it was written. */
export async function findAffected(tx: Transaction, position: Position, end: number): Promise<Affected> {
  const rows = await readRows(tx, position, end)
  const wholeIds = idsOf(rows, ({ keyId, isWhole }) => (isWhole ? keyId : null))
  const pairs: Pair[] = []
  let bytes = 0
  for (const { keyId, localeId, translationId, ...row } of rows) {
    if (keyId === null || localeId === null || translationId === null) continue
    // All values of a marked key come in a later step, this one among them.
    if (row.isMarked || wholeIds.has(keyId)) continue
    bytes += row.bytes
    // Long texts are left to a step that takes them key by key.
    if (bytes > MOST_BYTES && pairs.length > 0) wholeIds.add(keyId)
    else pairs.push({ keyId, localeId, translationId })
  }
  return {
    pairs: pairs.filter(({ keyId }) => !wholeIds.has(keyId)),
    keyIds: [...wholeIds],
    addedLocaleIds: [...idsOf(rows, ({ localeId, isAdded }) => (isAdded ? localeId : null))],
    goneKeyIds: [...idsOf(rows, ({ keyId, isGone }) => (isGone ? keyId : null))],
    goneLocaleIds: [...idsOf(rows, ({ keyId, localeId, isGone }) => (isGone && keyId === null ? localeId : null))],
  }
}

const idsOf = (rows: readonly Row[], idOf: (row: Row) => number | null) =>
  new Set(rows.map(idOf).filter((id) => id !== null))

/**
 * By key and language, or by one of them alone. Values in the source language change what all others of their key are
 * compared with, unless only their status is another. Names, namespaces and descriptions of keys change nothing.
 */
const readRows = (tx: Transaction, { id, organizationId, sourceLocale, sourceLocaleId, seq }: Position, end: number) =>
  tx.rows<Row>(sql`
    select g.key_id as "keyId", g.locale_id as "localeId", t.id as "translationId", g.is_whole as "isWhole",
           g.is_gone as "isGone", g.is_added as "isAdded",
           exists (select from keys_to_check m where m.project_id = ${id} and m.key_id = g.key_id) as "isMarked",
           coalesce(octet_length(t.value), 0) + coalesce(octet_length(s.value), 0) as bytes
    from (
      select c.key_id, l.id as locale_id,
             bool_or(c.event = 'key.restored' or (c.event = 'key.updated' and c.after ?| array['isPlural', 'syntax'])
                     or (c.event like 'translation.%' and c.locale = ${sourceLocale}
                         and c.before -> 'value' is distinct from c.after -> 'value')) as is_whole,
             bool_or(c.event in ('key.deleted', 'project.locale_removed')) as is_gone,
             bool_or(c.event = 'project.locale_added') as is_added
      from changes c
      left join locales l on l.organization_id = ${organizationId} and l.code = c.locale
      where c.project_id = ${id} and c.seq > ${seq} and c.seq <= ${end}
        and c.event in ('translation.created', 'translation.updated', 'translation.restored', 'key.restored',
                        'key.updated', 'key.deleted', 'project.locale_added', 'project.locale_removed')
      group by c.key_id, l.id
      offset 0
    ) g
    left join translations t on t.key_id = g.key_id and t.locale_id = g.locale_id
    left join translations s on s.key_id = g.key_id and s.locale_id = ${sourceLocaleId}`)
