import { contract } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { implement } from '../../http/implement.ts'
import { type KeyRow, type ListedValueRow, presentListedKey } from './key.ts'

type SortBy = 'key' | 'createdAt' | 'updatedAt'
type SortOrder = 'asc' | 'desc'
/** Where a page ended: the sorted field (a name, or a time in milliseconds) and the id. */
type Position = [string | number, number]

export const listKeys = implement(contract.listKeys, async ({ db, cursors }, { access, query }) => {
  const { limit = 50, sortBy = 'key', sortOrder = 'asc' } = query
  const boundTo = ['listKeys', access.projectId, sortBy, sortOrder]
  const after = query.cursor === undefined ? undefined : cursors.read<Position>(boundTo, query.cursor)
  const found = await findPage(db, access.projectId, pageOf(sortBy, sortOrder, after), limit + 1)
  const page = found.slice(0, limit)
  const values = await findValues(
    db,
    access,
    page.map(({ id }) => id),
  )
  const last = page.at(-1)
  const hasMore = found.length > limit
  return {
    data: page.map((key) => presentListedKey(key, values.get(key.id) ?? [])),
    pagination: { nextCursor: hasMore && last ? cursors.issue(boundTo, positionOf(last, sortBy)) : null, hasMore },
  }
})

const positionOf = (key: KeyRow, sortBy: SortBy): Position =>
  sortBy === 'key' ? [key.key, key.id] : [key[sortBy].getTime(), key.id]

/**
 * The order of each sort, and what comes after a position in it. Names sort by their first 256 code points through the
 * index and within equal beginnings by the whole name, because an index row cannot hold the longest names.
 */
function pageOf(sortBy: SortBy, sortOrder: SortOrder, after: Position | undefined): { where: Sql; orderBy: Sql } {
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`
  const beyond = sortOrder === 'asc' ? sql`>` : sql`<`
  if (sortBy === 'key') {
    const [name, id] = after ?? []
    return {
      where: after
        ? sql`and (left(k.name, 256), k.name, k.id) ${beyond} (left(${name}::text, 256), ${name}::text, ${id}::bigint)`
        : nothing,
      orderBy: sql`left(k.name, 256) ${direction}, k.name ${direction}, k.id ${direction}`,
    }
  }
  const column = sortBy === 'createdAt' ? sql`k.created_at` : sql`k.updated_at`
  const [time, id] = after ?? []
  return {
    where: after
      ? sql`and (${column}, k.id) ${beyond} (${new Date(Number(time))}::timestamptz, ${id}::bigint)`
      : nothing,
    orderBy: sql`${column} ${direction}, k.id ${direction}`,
  }
}

const findPage = (db: Handle, projectId: number, { where, orderBy }: { where: Sql; orderBy: Sql }, limit: number) =>
  db.rows<KeyRow>(sql`
    select k.id, k.name as key, n.name as namespace, k.namespace_id as "namespaceId", k.description,
           k.is_plural as "isPlural", k.character_limit as "characterLimit", k.created_at as "createdAt",
           k.updated_at as "updatedAt"
    from keys k join namespaces n on n.id = k.namespace_id
    where k.project_id = ${projectId} and k.deleted_at is null ${where}
    order by ${orderBy}
    limit ${limit}`)

/** The values of some keys in the languages that are on the project and that the caller may see. */
async function findValues(db: Handle, { projectId, localeCodes }: ProjectAccess, keyIds: number[]) {
  if (keyIds.length === 0) return new Map<number, ListedValueRow[]>()
  const rows = await db.rows<ListedValueRow>(sql`
    select t.id, t.key_id as "keyId", t.locale_id as "localeId", l.code as locale, t.value, t.status,
           t.created_at as "createdAt", t.updated_at as "updatedAt", t.created_by as "createdBy",
           t.reviewed_by as "reviewedBy", t.reviewed_at as "reviewedAt"
    from translations t
    join project_locales pl on pl.project_id = ${projectId} and pl.locale_id = t.locale_id
    join locales l on l.id = t.locale_id
    where t.key_id = any(${keyIds}::bigint[])
      and (${localeCodes}::text[] is null or l.code = any(${localeCodes}::text[]))
    order by t.key_id, l.code`)
  return Map.groupBy(rows, ({ keyId }) => keyId)
}
