import type { CheckId, contract, IssueSeverity, Query, Status } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { containing, hasTrigram } from '../../db/substring.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { localeCode } from '../../locale.ts'
import { chosenLocales } from '../projects/index.ts'

/** What the list of keys, the list of their ids and their count take alike. */
export type KeyQuery = Query<typeof contract.countKeys>

type SearchedField = NonNullable<KeyQuery['searchIn']>[number]

/** When some value of a key was last written, and by whom: all of it is asked of the same value. */
interface Written {
  since: Date | undefined
  until: Date | undefined
  by: number[] | undefined
}

/** What is open about some value of a key: all of it is asked of the same finding. */
interface SoughtIssues {
  /** Undefined: by whichever check. */
  checks: CheckId[] | undefined
  severities: IssueSeverity[] | undefined
}

/** What a listing looks for, with locales resolved to those on the project that the caller may see. */
export interface KeyFilter {
  projectId: number
  keyIds: number[] | undefined
  /** A LIKE pattern. */
  pattern: string | undefined
  searchIn: SearchedField[]
  namespaceIds: number[] | undefined
  statuses: Status[] | undefined
  written: Written | undefined
  isPlural: boolean | undefined
  hasComments: boolean | undefined
  observed: boolean | undefined
  sourceChanged: boolean | undefined
  issues: SoughtIssues | undefined
  /** What the caller is restricted to; null is nothing. */
  allowed: readonly string[] | null
  /** All locales the caller may see: the search looks here. */
  visible: number[]
  /** The source language, if the caller may see it. */
  source: number | undefined
  /** Those of them that the request chose: statuses, findings and the answer look here. Undefined: it chose none. */
  chosen: number[] | undefined
}

const SEARCHED: SearchedField[] = ['key', 'value']

export async function resolveFilter(db: Handle, access: ProjectAccess, query: KeyQuery): Promise<KeyFilter> {
  const { search, localeCodes, isPlural, hasComments, observed, sourceChanged } = query
  const filter = {
    projectId: access.projectId,
    keyIds: someOf(query.keyIds),
    pattern: search ? containing(search) : undefined,
    searchIn: someOf(query.searchIn) ?? SEARCHED,
    namespaceIds: someOf(query.namespaceIds),
    statuses: someOf(query.statuses),
    written: writtenAs(query),
    isPlural,
    hasComments,
    observed,
    sourceChanged,
    issues: issuesAsked(query),
    allowed: access.localeCodes,
  }
  // Most pages are asked for without any of these, and then the locales need not be known beforehand.
  const looksAtValues =
    filter.pattern ?? filter.statuses ?? filter.written ?? filter.issues ?? hasComments ?? sourceChanged
  if (looksAtValues === undefined && !localeCodes?.length)
    return { ...filter, visible: [], source: undefined, chosen: undefined }
  const { visible, chosen } = await chosenLocales(db, access, localeCodes)
  return {
    ...filter,
    visible: visible.map(({ id }) => id),
    source: visible.find(({ isSource }) => isSource)?.id,
    chosen: chosen.map(({ id }) => id),
  }
}

/** Undefined for a list without anything in it, which means no filter. */
const someOf = <T>(list: readonly T[] = []): T[] | undefined => (list.length > 0 ? [...new Set(list)] : undefined)

function writtenAs({ updatedSince, updatedUntil, updatedBy }: KeyQuery): Written | undefined {
  const by = someOf(updatedBy)
  if (updatedSince === undefined && updatedUntil === undefined && by === undefined) return undefined
  return { since: timeOf(updatedSince), until: timeOf(updatedUntil), by }
}

function issuesAsked(query: KeyQuery): SoughtIssues | undefined {
  const [issues, severities] = [someOf(query.issues), someOf(query.issueSeverities)]
  if (!issues && !severities) return undefined
  return { checks: issues?.includes('any') ? undefined : issues?.filter((check) => check !== 'any'), severities }
}

const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** What a query asks for, in one spelling: a cursor is good for whoever asks for the same, in whatever words. */
export const askedFor = (query: KeyQuery) => ({
  search: query.search || null,
  namespaceIds: sortedSet(query.namespaceIds),
  statuses: sortedSet(query.statuses),
  localeCodes: sortedSet(query.localeCodes?.map(localeCode)),
  // What is undefined leaves no trace, so cursors stay good that were issued before these could be asked for.
  keyIds: someOf(query.keyIds)?.sort(),
  searchIn: query.search ? fieldsBeside(SEARCHED, query.searchIn) : undefined,
  updatedSince: timeOf(query.updatedSince),
  updatedUntil: timeOf(query.updatedUntil),
  updatedBy: someOf(query.updatedBy)?.sort(),
  hasComments: query.hasComments,
  isPlural: query.isPlural,
  observed: query.observed,
  sourceChanged: query.sourceChanged,
  issues: query.issues?.includes('any') ? ['any'] : someOf(query.issues)?.sort(),
  issueSeverities: someOf(query.issueSeverities)?.sort(),
})

const sortedSet = <T>(list: readonly T[] = []): T[] => [...new Set(list)].sort()

/** Undefined where they are the usual ones. */
function fieldsBeside(usual: SearchedField[], given: SearchedField[] | undefined): SearchedField[] | undefined {
  const fields = someOf(given)?.sort()
  return fields?.join() === usual.join() ? undefined : fields
}

/** Whether the trigram indexes know what is searched for. */
export const isIndexed = ({ pattern }: KeyFilter) => pattern !== undefined && hasTrigram(pattern)

/** Whether a page may have to be looked for far down the list. Of a few keys that are named, nothing is far. */
export const isSelective = (filter: KeyFilter) =>
  !filter.keyIds && (filter.pattern !== undefined || filter.statuses !== undefined || isPutTogether(filter))

/** Whether keys that few others are like are found without reading the others. */
export const isGathered = (filter: KeyFilter) =>
  isIndexed(filter) ||
  filter.issues !== undefined ||
  [filter.isPlural, filter.hasComments, filter.observed, filter.sourceChanged].includes(true)

/** Whether there are filters that seldom come, of which there are too many together for a prepared statement each. */
export const isPutTogether = ({
  written,
  isPlural,
  hasComments,
  observed,
  sourceChanged,
  issues,
  ...filter
}: KeyFilter) =>
  (written ?? isPlural ?? hasComments ?? observed ?? sourceChanged ?? issues) !== undefined ||
  (filter.pattern !== undefined && filter.searchIn !== SEARCHED)
