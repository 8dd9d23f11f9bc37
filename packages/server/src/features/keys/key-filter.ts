import type { Status } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { containing, hasTrigram } from '../../db/substring.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { localeCode } from '../../locale.ts'
import { chosenLocales } from '../projects/index.ts'

export interface KeyQuery {
  search?: string
  namespaceIds?: number[]
  statuses?: Status[]
  localeCodes?: string[]
}

/** What a listing looks for, with locales resolved to those on the project that the caller may see. */
export interface KeyFilter {
  projectId: number
  /** A LIKE pattern. */
  pattern: string | undefined
  namespaceIds: number[] | undefined
  statuses: Status[] | undefined
  /** What the caller is restricted to; null is nothing. */
  allowed: readonly string[] | null
  /** All locales the caller may see: the search looks here. */
  visible: number[]
  /** Those of them that the request chose: the status filter and the answer look here. Undefined: it chose none. */
  chosen: number[] | undefined
}

export async function resolveFilter(db: Handle, access: ProjectAccess, query: KeyQuery): Promise<KeyFilter> {
  const { search, namespaceIds, statuses, localeCodes } = query
  const filter = {
    projectId: access.projectId,
    pattern: search ? containing(search) : undefined,
    namespaceIds: namespaceIds?.length ? namespaceIds : undefined,
    statuses: statuses?.length ? [...new Set(statuses)] : undefined,
    allowed: access.localeCodes,
  }
  // Most pages are asked for without any of these, and then the locales need not be known beforehand.
  if (!filter.pattern && !filter.statuses && !localeCodes?.length) return { ...filter, visible: [], chosen: undefined }
  const { visible, chosen } = await chosenLocales(db, access, localeCodes)
  return { ...filter, visible: visible.map(({ id }) => id), chosen: chosen.map(({ id }) => id) }
}

/** What a query asks for, in one spelling: a cursor is good for whoever asks for the same, in whatever words. */
export const askedFor = ({ search, namespaceIds, statuses, localeCodes }: KeyQuery) => ({
  search: search || null,
  namespaceIds: sortedSet(namespaceIds),
  statuses: sortedSet(statuses),
  localeCodes: sortedSet(localeCodes?.map(localeCode)),
})

const sortedSet = <T>(list: readonly T[] = []): T[] => [...new Set(list)].sort()

/** Conditions on a key `k`, checked key by key: right for walking a list in its order until a page is full. */
export const matches = (filter: KeyFilter): Sql =>
  sql`${inNamespaces(filter)} ${hasStatus(filter)} ${filter.pattern ? sql`and (${containsPattern(filter)})` : nothing}`

/** The same with the matches of the search gathered first, through the trigram indexes. */
export const matchesBySearch = (filter: KeyFilter): Sql => sql`
  ${inNamespaces(filter)} ${hasStatus(filter)}
  and k.id in (
    select s.id from keys s
    where s.project_id = ${filter.projectId} and s.deleted_at is null and folded(s.name) like folded(${filter.pattern})
    union
    select t.key_id from translations t
    where t.project_id = ${filter.projectId} and t.locale_id = any(${filter.visible}::bigint[])
      and folded(t.value) like folded(${filter.pattern}))`

/** Whether the trigram indexes know what is searched for. */
export const isIndexed = ({ pattern }: KeyFilter) => pattern !== undefined && hasTrigram(pattern)

const inNamespaces = ({ namespaceIds }: KeyFilter) =>
  namespaceIds ? sql`and k.namespace_id = any(${namespaceIds}::bigint[])` : nothing

// Aggregates, not EXISTS: beside an OR the planner would answer EXISTS by reading all values of the table first, which
// took 60 to 900 ms where a page is full after some hundred keys.
const containsPattern = ({ pattern, visible }: KeyFilter) => sql`
  folded(k.name) like folded(${pattern}) or (
    select coalesce(bool_or(folded(t.value) like folded(${pattern})), false) from translations t
    where t.key_id = k.id and t.locale_id = any(${visible}::bigint[]))`

/** A locale in which a key has no value counts as not translated. */
function hasStatus({ statuses, chosen = [] }: KeyFilter): Sql {
  if (!statuses) return nothing
  const missing = statuses.includes('not_translated') ? sql`or count(*) < ${chosen.length}` : nothing
  return sql`and (
    select count(*) filter (where t.status = any(${statuses}::text[])) > 0 ${missing}
    from translations t where t.key_id = k.id and t.locale_id = any(${chosen}::bigint[]))`
}
