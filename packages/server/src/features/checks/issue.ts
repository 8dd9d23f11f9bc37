import type { CheckId, IssueSeverity } from '@parlance/contract'
import { type Sql, sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { IGNORED, type Ignored } from './ignores.ts'

export interface IssueRow {
  id: string
  check: CheckId
  severity: IssueSeverity
  keyId: number
  key: string
  namespace: string
  locale: string
  translationId: number
  branch: string | null
  message: string
  params: Record<string, string | number | null>
  start: number | null
  end: number | null
  fix: string | null
  /** Null: it is open. */
  ignored: Ignored | null
  detectedAt: Date
}

/** The columns of an `IssueRow`, of a finding `i` where `placed` says it is. */
export const issueColumns = sql`
  i.id, i.check_id as check, i.severity, i.key_id as "keyId", k.name as key, n.name as namespace, l.code as locale,
  t.id as "translationId", i.branch, i.message, i.params, i.span_start as start, i.span_end as "end", i.fix,
  case when g.id is not null then ${IGNORED} end as ignored,
  i.detected_at as "detectedAt"`

/** What findings `i` of living keys `k` stand in, and who has ignored them: a value `t` in a language `l`. */
export const placed = sql`
  join namespaces n on n.id = k.namespace_id
  join locales l on l.id = i.locale_id
  join translations t on t.key_id = i.key_id and t.locale_id = i.locale_id
  left join issue_ignores g on g.id = i.ignore_id
  left join users u on u.id = g.ignored_by`

/** Of languages `l`: those of the project that somebody may see. What is off the project waits for it to come back. */
export const isVisibleTo = ({ projectId, localeCodes }: ProjectAccess): Sql => sql`exists (
    select from project_locales pl where pl.project_id = ${projectId} and pl.locale_id = l.id)
  and (${localeCodes}::text[] is null or l.code = any(${localeCodes}::text[]))`

export const presentIssue = ({ start, end, fix, ignored, detectedAt, ...issue }: IssueRow) => ({
  ...issue,
  state: ignored ? ('ignored' as const) : ('open' as const),
  start,
  end,
  fix: fix === null ? null : { value: fix },
  ignored,
  detectedAt: detectedAt.toISOString(),
})
