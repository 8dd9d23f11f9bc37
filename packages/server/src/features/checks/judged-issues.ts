import type { CheckId, IssueSeverity } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import type { IssueCounts } from '../../streams/issue-news.ts'
import { findProjectLocales } from '../projects/index.ts'
import { isVisibleTo } from './issue.ts'
import { readCheckSettings, severityOf } from './settings.ts'

export type Scope = 'value' | 'key'

/** A finding that somebody has something to say about. */
export interface JudgedIssue {
  id: string
  check: CheckId
  severity: IssueSeverity
  /** Null: it is open. */
  ignoredFor: Scope | null
}

/**
 * The findings that the caller may see among some ids, with the locks of their keys: whoever ignores something of a key for
 * one language and for all of them does so one after the other.
 */
export async function lockIssues(
  tx: Transaction,
  access: ProjectAccess,
  ids: readonly string[],
): Promise<JudgedIssue[]> {
  await tx.run(sql`
    with held as (
      select k.id from keys k
      where k.project_id = ${access.projectId} and k.id in (select key_id from issues where id = any(${ids}::text[]))
      order by k.id for no key update
    )
    select count(*) from held`)
  return tx.rows<JudgedIssue>(sql`
    select i.id, i.check_id as check, i.severity,
           case when g.id is not null then case when g.locale_id is null then 'key' else 'value' end end as "ignoredFor"
    from issues i
    join keys k on k.id = i.key_id and k.deleted_at is null
    join locales l on l.id = i.locale_id
    left join issue_ignores g on g.id = i.ignore_id
    where i.id = any(${ids}::text[]) and i.project_id = ${access.projectId} and ${isVisibleTo(access)}`)
}

/**
 * Waits for whoever is just looking at the project, before any key is locked: a finding that is stored meanwhile would not
 * know that it is ignored.
 */
export const waitForChecks = (tx: Transaction, { projectId }: ProjectAccess) =>
  tx.run(sql`select from issue_positions where project_id = ${projectId} for share`)

/**
 * Whether something is an error there, which is for reviewers to judge. For a whole key it is as bad as in the language
 * where it is worst.
 */
export async function errorsAmong(
  tx: Transaction,
  { projectId }: ProjectAccess,
  issues: readonly JudgedIssue[],
  scope: Scope,
): Promise<JudgedIssue[]> {
  const settings = await readCheckSettings(tx, projectId)
  const locales = await findProjectLocales(tx, projectId)
  const errorSomewhere = (check: CheckId) => locales.some(({ code }) => severityOf(settings, check, code) === 'error')
  return issues.filter(({ severity, check }) => severity === 'error' || (scope === 'key' && errorSomewhere(check)))
}

/** What is open about the values in which these findings stand; for the key, also those with the same in other languages. */
export const countOpenBeside = (
  tx: Transaction,
  { projectId }: ProjectAccess,
  ids: readonly string[],
  scope: Scope,
): Promise<IssueCounts[]> =>
  tx.rows<IssueCounts>(sql`
    select i.key_id as "keyId", l.code as locale,
           count(*) filter (where i.severity = 'error' and i.ignore_id is null) as errors,
           count(*) filter (where i.severity = 'warning' and i.ignore_id is null) as warnings
    from issues i
    join project_locales pl on pl.project_id = ${projectId} and pl.locale_id = i.locale_id
    join locales l on l.id = i.locale_id
    where (i.key_id, i.locale_id) in (
      select same.key_id, same.locale_id
      from issues judged
      join issues same on same.key_id = judged.key_id and same.check_id = judged.check_id and same.params = judged.params
      where judged.id = any(${ids}::text[]) and (same.id = judged.id or ${scope === 'key'}))
    group by i.key_id, l.code
    order by i.key_id, l.code`)
