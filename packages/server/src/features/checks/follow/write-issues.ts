import { type Sql, sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { COVERING_IGNORE } from '../ignores.ts'
import type { JudgedFinding } from '../judge.ts'

/** What was found in one value. */
export interface Judgment {
  keyId: number
  localeId: number
  findings: JudgedFinding[]
}

/** How many findings a value has that are open. */
export interface OpenCounts {
  keyId: number
  locale: string
  errors: number
  warnings: number
}

/**
 * Writes what differs between what was found and what is stored for the values in `scope` (a condition on `issues`, called
 * i). What lasts keeps its row, its time and its being ignored; what comes is ignored if somebody said so of its like
 * before. Returns the values of which something else is open now.
 */
export async function writeIssues(
  tx: Transaction,
  projectId: number,
  now: Date,
  scope: Sql,
  judgments: readonly Judgment[],
): Promise<OpenCounts[]> {
  const touched = await tx.rows<{ keyId: number; localeId: number }>(sql`
    with sent as materialized (
      select distinct on (f.id) f.* from json_to_recordset(${asJson(judgments)}::json) as f (
        id text, key_id bigint, locale_id bigint, check_id text, severity text, branch text, params jsonb, message text,
        span_start int, span_end int, fix text)
    ), found as materialized (
      select f.*, i.id is null or i.severity <> f.severity as is_other, coalesce(i.ignore_id, g.id) as ignore_id
      from sent f
      join keys k on k.id = f.key_id
      left join issues i on i.id = f.id
      left join lateral (${COVERING_IGNORE}) g on true
      where i.id is null or (i.ignore_id is null and g.id is not null)
         or (i.severity, i.message, i.span_start, i.span_end, i.fix)
            is distinct from (f.severity, f.message, f.span_start, f.span_end, f.fix)
    ), gone as (
      delete from issues i where ${scope} and not exists (select from sent f where f.id = i.id)
      returning i.key_id, i.locale_id, i.ignore_id
    ), written as (
      insert into issues as i (id, project_id, key_id, locale_id, check_id, severity, branch, params, message, span_start,
                               span_end, fix, ignore_id, detected_at)
      select id, ${projectId}::bigint, key_id, locale_id, check_id, severity, branch, params, message, span_start,
             span_end, fix, ignore_id, ${now}::timestamptz
      from found
      on conflict (id) do update
        set severity = excluded.severity, message = excluded.message, span_start = excluded.span_start,
            span_end = excluded.span_end, fix = excluded.fix, ignore_id = coalesce(i.ignore_id, excluded.ignore_id)
    )
    select distinct key_id as "keyId", locale_id as "localeId"
    from (
      select key_id, locale_id from gone where ignore_id is null
      union all
      select key_id, locale_id from found where is_other and ignore_id is null
    ) t`)
  return touched.length === 0 ? [] : countOpen(tx, touched)
}

/** Half a character, cut off where something was found, is none that the database takes. */
const asJson = (judgments: readonly Judgment[]) =>
  JSON.stringify(judgments.flatMap(rowsOf), (_, part) => (typeof part === 'string' ? part.toWellFormed() : part))

const rowsOf = ({ keyId, localeId, findings }: Judgment) =>
  findings.map(({ id, check, severity, branch, params, message, start, end, fix }) => ({
    id,
    key_id: keyId,
    locale_id: localeId,
    check_id: check,
    severity,
    branch,
    params,
    message,
    span_start: start,
    span_end: end,
    fix,
  }))

const countOpen = (tx: Transaction, values: readonly { keyId: number; localeId: number }[]) =>
  tx.rows<OpenCounts>(sql`
    select v.key_id as "keyId", l.code as locale, count(i.id) filter (where i.severity = 'error') as errors,
           count(i.id) filter (where i.severity = 'warning') as warnings
    from unnest(
      ${values.map(({ keyId }) => keyId)}::bigint[],
      ${values.map(({ localeId }) => localeId)}::bigint[]
    ) as v (key_id, locale_id)
    join locales l on l.id = v.locale_id
    left join issues i on i.key_id = v.key_id and i.locale_id = v.locale_id and i.ignore_id is null
    group by v.key_id, l.code
    order by 1, 2`)
