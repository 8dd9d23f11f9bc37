import { nothing, type Sql, sql } from '../../db/sql.ts'

export type SortBy = 'key' | 'createdAt' | 'updatedAt'
export type SortOrder = 'asc' | 'desc'

/** Where a page ended: the sorted field (a name, or a time in milliseconds) and the id. */
export type Position = [string | number, number]

/**
 * The order of each sort, of keys `k`. Names sort by their first 256 code points through the index and within equal
 * beginnings by the whole name, because an index row cannot hold the longest names.
 */
export function orderOf(sortBy: SortBy, sortOrder: SortOrder): Sql {
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`
  if (sortBy === 'key') return sql`left(k.name, 256) ${direction}, k.name ${direction}, k.id ${direction}`
  return sql`${columnOf(sortBy)} ${direction}, k.id ${direction}`
}

/** What comes after a position in that order. */
export function afterPosition(sortBy: SortBy, sortOrder: SortOrder, position: Position | undefined): Sql {
  if (!position) return nothing
  const [field, id] = position
  const beyond = sortOrder === 'asc' ? sql`>` : sql`<`
  return sortBy === 'key'
    ? sql`and (left(k.name, 256), k.name, k.id) ${beyond} (left(${field}::text, 256), ${field}::text, ${id}::bigint)`
    : sql`and (${columnOf(sortBy)}, k.id) ${beyond} (${new Date(Number(field))}::timestamptz, ${id}::bigint)`
}

const columnOf = (sortBy: 'createdAt' | 'updatedAt'): Sql =>
  sortBy === 'createdAt' ? sql`k.created_at` : sql`k.updated_at`
