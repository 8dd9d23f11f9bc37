import { contract, type IssueSeverity } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql, unprepared } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { type IssueRow, issueColumns, placed, presentIssue } from './issue.ts'
import { askedFor, type IssueFilter, matches, resolveIssueFilter } from './issue-filter.ts'

/** Where a page ended. Branches of plain values are none, which sorts first. */
type Position = [IssueSeverity, key: string, keyId: number, locale: string, check: string, branch: string, id: string]

export const listIssues = implement(contract.listIssues, async ({ db, cursors }, { access, query }) => {
  const { limit = 50 } = query
  const boundTo = ['listIssues', access.projectId, ...askedFor(query)]
  const after = query.cursor === undefined ? undefined : cursors.read<Position>(boundTo, query.cursor)
  const filter = await resolveIssueFilter(db, access, query)
  const found = await findPage(db, filter, after, limit + 1)
  const { rows, next } = cursors.page(boundTo, found, limit, positionOf)
  return { issues: rows.map(presentIssue), ...next }
})

const positionOf = ({ severity, key, keyId, locale, check, branch, id }: IssueRow): Position => [
  severity,
  key,
  keyId,
  locale,
  check,
  branch ?? '',
  id,
]

/** Errors first: each severity is a list of its own, and the next is looked at when one has come to its end. */
async function findPage(
  db: Handle,
  filter: IssueFilter,
  after: Position | undefined,
  limit: number,
): Promise<IssueRow[]> {
  const found: IssueRow[] = []
  const left = after ? filter.severities.slice(filter.severities.indexOf(after[0])) : filter.severities
  for (const severity of left) {
    const from = after?.[0] === severity ? after : undefined
    found.push(...(await findOfSeverity(db, filter, severity, from, limit - found.length)))
    if (found.length === limit) break
  }
  return found
}

/** So many keys are walked along before all findings are sorted. */
const WALK = 400

/**
 * Names of keys change, so no index of findings knows their order. Where findings are common, a short walk along the keys
 * fills a page; where they are rare, all of them are read and sorted. Of few keys that are named, nothing is far.
 */
async function findOfSeverity(
  db: Handle,
  filter: IssueFilter,
  severity: IssueSeverity,
  after: Position | undefined,
  limit: number,
): Promise<IssueRow[]> {
  const from = after ? sql`and (${PLACE_OF_KEY}) >= (${placeOf(after)})` : nothing
  const walk = sql`${from} order by ${PLACE_OF_KEY} limit ${WALK}`
  const select = (window: Sql) => db.rows<IssueRow>(selectIssues(filter, severity, window, after, limit))
  const walked = filter.keyIds ? [] : await select(walk)
  return walked.length === limit ? walked : select(from)
}

const PLACE_OF_KEY = sql`left(k.name, 256), k.name, k.id`
const placeOf = ([, key, keyId]: Position): Sql => sql`left(${key}::text, 256), ${key}::text, ${keyId}::bigint`

const selectIssues = (
  filter: IssueFilter,
  severity: IssueSeverity,
  window: Sql,
  after: Position | undefined,
  limit: number,
): Sql =>
  unprepared(sql`
    select ${issueColumns}
    from (
      select k.id, k.name, k.namespace_id from keys k
      where k.project_id = ${filter.projectId} and k.deleted_at is null ${window}
    ) k
    join issues i on i.key_id = k.id
    ${placed}
    where i.severity = ${severity} and ${matches(filter)} ${after ? beyond(after) : nothing}
    order by ${PLACE_OF_KEY}, l.code, i.check_id, coalesce(i.branch, ''), i.id
    limit ${limit}`)

const beyond = (after: Position): Sql => {
  const [, , , locale, check, branch, id] = after
  return sql`
    and (${PLACE_OF_KEY}, l.code, i.check_id, coalesce(i.branch, ''), i.id)
      > (${placeOf(after)}, ${locale}::text, ${check}::text, ${branch}::text, ${id}::text)`
}
