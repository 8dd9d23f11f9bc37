import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'

interface LocaleStatsRow {
  projectId: number
  keys: number
  /** Null in the only row of a project in which the caller may see no language. */
  code: string | null
  translated: number
  notReviewed: number
  errors: number
  warnings: number
}

interface LocaleStats {
  code: string
  translated: number
  notReviewed: number
  notTranslated: number
  errors: number
  warnings: number
}

interface Stats {
  keys: number
  locales: LocaleStats[]
}

/** Whether a language `l` is one of those that the caller may see. */
const isVisible = (localeCodes: readonly string[] | null): Sql =>
  sql`(${localeCodes}::text[] is null or l.code = any(${localeCodes}::text[]))`

/**
 * How far each project is that `only` chooses, by its id. A key without a value in a language counts as not translated
 * there. One statement, so that the keys, the values and what is open about them are counted at the same moment.
 */
export async function findStats(db: Handle, only: Sql, localeCodes: readonly string[] | null) {
  const rows = await db.rows<LocaleStatsRow>(sql`
    with chosen as (
      select p.id, p.source_locale_id from projects p where p.deleted_at is null and ${only}
    ), spoken as (
      -- By themselves, so that the keys of a project are gone through once and not once for each language.
      select k.project_id, t.locale_id,
             count(*) filter (where t.status = 'translated') as translated,
             count(*) filter (where t.status = 'not_reviewed') as not_reviewed
      from keys k join translations t on t.key_id = k.id
      where k.project_id = any(array(select id from chosen)) and k.deleted_at is null
      group by k.project_id, t.locale_id
    ), counted as (
      select p.id as project_id, p.source_locale_id, c.keys, l.id as locale_id, l.code,
             coalesce(s.translated, 0) as translated, coalesce(s.not_reviewed, 0) as not_reviewed
      from chosen p
      join project_counters c on c.project_id = p.id
      left join (
        project_locales pl join locales l on l.id = pl.locale_id and ${isVisible(localeCodes)}
      ) on pl.project_id = p.id
      left join spoken s on s.project_id = p.id and s.locale_id = l.id
    ), open_issues as (
      select p.id as project_id, i.locale_id, ${ISSUES_BY_SEVERITY}
      from chosen p
      join issues i on i.project_id = p.id and i.ignore_id is null
      join keys k on k.id = i.key_id and k.deleted_at is null
      group by p.id, i.locale_id
    )
    select c.project_id as "projectId", c.keys, c.code, c.translated, c.not_reviewed as "notReviewed",
           coalesce(o.errors, 0) as errors, coalesce(o.warnings, 0) as warnings
    from counted c
    left join open_issues o on o.project_id = c.project_id and o.locale_id = c.locale_id
    order by c.project_id, c.locale_id <> c.source_locale_id, c.code`)
  const stats = new Map<number, Stats>()
  for (const { projectId, keys, code, translated, notReviewed, errors, warnings } of rows) {
    const locales = stats.get(projectId)?.locales ?? []
    const notTranslated = keys - translated - notReviewed
    if (code !== null) locales.push({ code, translated, notReviewed, notTranslated, errors, warnings })
    stats.set(projectId, { keys, locales })
  }
  return stats
}

/**
 * The same for one project, and for each of its namespaces, as JSON: where there are many of both, languages of namespaces
 * are more than this process should take apart and put together again.
 */
export const writeStatsByNamespace = (db: Handle, projectId: number, localeCodes: readonly string[] | null) =>
  db.one<{ json: string }>(sql`
    with counted as (
      select k.namespace_id, t.locale_id,
             count(*) filter (where t.status = 'translated') as translated,
             count(*) filter (where t.status = 'not_reviewed') as not_reviewed
      from keys k join translations t on t.key_id = k.id
      where k.project_id = ${projectId} and k.deleted_at is null
      group by k.namespace_id, t.locale_id
    ), open_issues as (
      select k.namespace_id, i.locale_id, ${ISSUES_BY_SEVERITY}
      from issues i join keys k on k.id = i.key_id and k.deleted_at is null
      where i.project_id = ${projectId} and i.ignore_id is null
      group by k.namespace_id, i.locale_id
    ), spaces as (
      select n.id, n.name, n.is_default, count(k.id) as keys
      from namespaces n left join keys k on k.namespace_id = n.id and k.deleted_at is null
      where n.project_id = ${projectId} and n.deleted_at is null
      group by n.id
    ), languages as (
      select l.id, l.code, l.id <> p.source_locale_id as is_target
      from projects p
      join project_locales pl on pl.project_id = p.id
      join locales l on l.id = pl.locale_id and ${isVisible(localeCodes)}
      where p.id = ${projectId}
    ), by_locale as (
      select s.id, l.code, l.is_target, s.keys, coalesce(c.translated, 0) as translated,
             coalesce(c.not_reviewed, 0) as not_reviewed, coalesce(o.errors, 0) as errors,
             coalesce(o.warnings, 0) as warnings
      from spaces s cross join languages l
      left join counted c on c.namespace_id = s.id and c.locale_id = l.id
      left join open_issues o on o.namespace_id = s.id and o.locale_id = l.id
    ), by_namespace as (
      select id, ${LOCALES_AS_JSON} as locales from by_locale group by id
    ), in_all as (
      select code, is_target, sum(keys) as keys, sum(translated) as translated, sum(not_reviewed) as not_reviewed,
             sum(errors) as errors, sum(warnings) as warnings
      from by_locale group by code, is_target
    )
    select json_build_object(
      'keys', (select sum(keys) from spaces),
      'locales', coalesce((select ${LOCALES_AS_JSON} from in_all), '[]'),
      'namespaces', (
        select json_agg(
          json_build_object('id', s.id, 'name', s.name, 'keys', s.keys, 'locales', coalesce(b.locales, '[]'))
          order by not s.is_default, s.name)
        from spaces s left join by_namespace b on b.id = s.id)
    )::text as json`)

const LOCALES_AS_JSON = sql`
  json_agg(
    json_build_object('code', code, 'translated', translated, 'notReviewed', not_reviewed,
                      'notTranslated', keys - translated - not_reviewed, 'errors', errors, 'warnings', warnings)
    order by is_target, code)`

/** Of findings `i`. */
const ISSUES_BY_SEVERITY = sql`
  count(*) filter (where i.severity = 'error') as errors, count(*) filter (where i.severity = 'warning') as warnings`
