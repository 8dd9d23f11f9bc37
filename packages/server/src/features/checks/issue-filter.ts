import { type CheckId, type contract, type IssueSeverity, issueSeverities, type Query } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { localeCode } from '../../locale.ts'
import { chosenLocales } from '../projects/index.ts'

export type IssueQuery = Query<typeof contract.listIssues>

/** What a list of findings looks for, with languages resolved to those on the project that the caller may see. */
export interface IssueFilter {
  projectId: number
  checks: CheckId[] | undefined
  /** In the order in which they are listed. */
  severities: IssueSeverity[]
  localeIds: number[]
  namespaceIds: number[] | undefined
  keyIds: number[] | undefined
  state: 'open' | 'ignored' | 'all'
}

export async function resolveIssueFilter(db: Handle, access: ProjectAccess, query: IssueQuery): Promise<IssueFilter> {
  const { chosen } = await chosenLocales(db, access, query.localeCodes)
  return {
    projectId: access.projectId,
    checks: someOf(query.checks),
    severities: issueSeverities.filter((severity) => someOf(query.severities)?.includes(severity) ?? true),
    localeIds: chosen.map(({ id }) => id),
    namespaceIds: someOf(query.namespaceIds),
    keyIds: someOf(query.keyIds),
    state: query.state ?? 'open',
  }
}

/** Undefined for a list without anything in it, which means no filter. */
const someOf = <T>(list: readonly T[] = []): T[] | undefined => (list.length > 0 ? [...new Set(list)] : undefined)

/** What a query asks for, in one spelling: a cursor is good for whoever asks for the same, in whatever words. */
export const askedFor = (query: IssueQuery) => [
  sorted(query.checks),
  sorted(query.severities),
  sorted(query.localeCodes?.map(localeCode)),
  sorted(query.namespaceIds),
  sorted(query.keyIds),
  query.state ?? 'open',
]

const sorted = <T>(list: readonly T[] | undefined): T[] | null => someOf(list)?.sort() ?? null

/** Of findings `i` of keys `k`; their severity is looked at by whoever asks. */
export const matches = ({ projectId, checks, localeIds, namespaceIds, keyIds, state }: IssueFilter): Sql => sql`
  i.project_id = ${projectId} and i.locale_id = any(${localeIds}::bigint[])
  ${checks ? sql`and i.check_id = any(${checks}::text[])` : nothing}
  ${namespaceIds ? sql`and k.namespace_id = any(${namespaceIds}::bigint[])` : nothing}
  ${keyIds ? sql`and i.key_id = any(${keyIds}::bigint[])` : nothing}
  ${state === 'all' ? nothing : state === 'open' ? sql`and i.ignore_id is null` : sql`and i.ignore_id is not null`}`
