import type { ChangeEvent } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import type { Facts } from '../../changes/change.ts'
import { type Sql, sql } from '../../db/sql.ts'

/**
 * Findings are ignored each by itself. What is ignored already stays so; only a new reason takes the place of the old one,
 * unless it was said of the whole key.
 */
export const ignoringValues = (by: Author, ids: readonly string[], reason: string): Facts => ({
  from: sql`
    judged as materialized (
      select i.*, g.reason, false as was_for_key
      from issues i left join issue_ignores g on g.id = i.ignore_id
      where i.id = any(${ids}::text[]) and (g.id is null or (g.locale_id is not null and g.reason <> ${reason}::text))
    ), added as (
      insert into issue_ignores (project_id, key_id, locale_id, check_id, branch, params, reason, ignored_by, ignored_at)
      select ${by.projectId}::bigint, key_id, locale_id, check_id, branch, params, ${said(by, reason)}
      from judged where ignore_id is null
      returning id, key_id, locale_id, check_id, branch, params
    ), renewed as (
      update issue_ignores g set (reason, ignored_by, ignored_at) = row(${said(by, reason)})
      from judged j where g.id = j.ignore_id
    ), ignored as (
      update issues i set ignore_id = a.id
      from judged j
      join added a on a.key_id = j.key_id and a.locale_id = j.locale_id and a.check_id = j.check_id
        and a.branch is not distinct from j.branch and a.params = j.params
      where i.id = j.id
    )`,
  select: told('issue.ignored', WAS_IGNORED, isIgnored(reason, 'value')),
})

/** The same in all languages of their keys, in whatever branch. What was said of some language goes up in it. */
export const ignoringKeys = (by: Author, ids: readonly string[], reason: string): Facts => ({
  from: sql`
    named as materialized (
      select distinct key_id, check_id, params from issues where id = any(${ids}::text[])
    ), kept as materialized (
      select g.id, g.key_id, g.check_id, g.params, g.reason
      from named join issue_ignores g using (key_id, check_id, params) where g.locale_id is null
    ), judged as materialized (
      select i.*, g.reason, g.locale_id is null as was_for_key
      from named join issues i using (key_id, check_id, params) left join issue_ignores g on g.id = i.ignore_id
      where g.id is null or g.locale_id is not null or g.reason <> ${reason}::text
    ), added as (
      insert into issue_ignores (project_id, key_id, check_id, params, reason, ignored_by, ignored_at)
      select ${by.projectId}::bigint, n.key_id, n.check_id, n.params, ${said(by, reason)}
      from named n
      where not exists (
        select from kept p where p.key_id = n.key_id and p.check_id = n.check_id and p.params = n.params)
      returning id, key_id, check_id, params
    ), renewed as (
      update issue_ignores g set (reason, ignored_by, ignored_at) = row(${said(by, reason)})
      from kept p where g.id = p.id and p.reason <> ${reason}::text
    ), ignored as (
      update issues i set ignore_id = s.id
      from (select id, key_id, check_id, params from added union all select id, key_id, check_id, params from kept) s
      where i.key_id = s.key_id and i.check_id = s.check_id and i.params = s.params
        and i.ignore_id is distinct from s.id
    ), replaced as (
      delete from issue_ignores g using named n
      where g.key_id = n.key_id and g.check_id = n.check_id and g.params = n.params and g.locale_id is not null
    )`,
  select: told('issue.ignored', WAS_IGNORED, isIgnored(reason, 'key')),
})

/** Whatever covers a finding ends, and with it what else was ignored by the same. */
export const reopening = (issueId: string): Facts => ({
  from: sql`
    ended as (
      delete from issue_ignores g using issues i
      where i.id = ${issueId}::text and g.key_id = i.key_id and g.check_id = i.check_id and g.params = i.params
        and (g.locale_id is null or (g.locale_id = i.locale_id and g.branch is not distinct from i.branch))
      returning g.id, g.reason, g.locale_id
    ), judged as materialized (
      -- The foreign key opens them.
      select i.*, e.reason, e.locale_id is null as was_for_key from ended e join issues i on i.ignore_id = e.id
    )`,
  select: told(
    'issue.reopened',
    sql`jsonb_build_object(${WHICH}, 'reason', j.reason, 'scope', ${SCOPE_BEFORE})`,
    sql`null::jsonb`,
  ),
})

const said = ({ userId, at }: Author, reason: string): Sql =>
  sql`${reason}::text, ${userId}::bigint, ${at}::timestamptz`

const WHICH = sql`'issueId', j.id, 'check', j.check_id, 'branch', j.branch, 'params', j.params`
const SCOPE_BEFORE = sql`case when j.was_for_key then 'key' else 'value' end`
const WAS_IGNORED = sql`
  case when j.ignore_id is not null then jsonb_build_object('reason', j.reason, 'scope', ${SCOPE_BEFORE}) end`
const isIgnored = (reason: string, scope: 'value' | 'key'): Sql =>
  sql`jsonb_build_object(${WHICH}, 'reason', ${reason}::text, 'scope', ${scope}::text)`

/** A change for each finding `judged`, in languages of the project. */
const told = (event: ChangeEvent, before: Sql, after: Sql): Sql => sql`
  select row_number() over (order by j.key_id, l.code, j.id) as position, ${event}::text as event, k.id as key_id,
         k.name as key_name, n.name as namespace, t.id as translation_id, l.code as locale, ${before} as before,
         ${after} as after
  from judged j
  join keys k on k.id = j.key_id
  join namespaces n on n.id = k.namespace_id
  join project_locales pl on pl.project_id = k.project_id and pl.locale_id = j.locale_id
  join locales l on l.id = j.locale_id
  left join translations t on t.key_id = j.key_id and t.locale_id = j.locale_id`
