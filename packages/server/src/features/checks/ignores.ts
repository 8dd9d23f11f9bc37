import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { JudgedFinding } from './judge.ts'

/** Who said why that a finding is right as it is. */
export interface Ignored {
  reason: string
  scope: 'value' | 'key'
  by: { id: number; name: string } | null
  at: string
}

/** The same of what is ignored, `g`, by a user `u`, as JSON. */
export const IGNORED = sql`json_build_object(
  'reason', g.reason, 'scope', case when g.locale_id is null then 'key' else 'value' end,
  'by', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
  'at', iso_time(g.ignored_at))`

/**
 * What somebody said is right about a finding `f` (key_id, locale_id, check_id, branch, params), as a query of `id`: of it
 * alone, in whatever text, or of its like in all languages and branches of the key.
 */
export const COVERING_IGNORE = sql`
  select g.id from issue_ignores g
  where g.key_id = f.key_id and g.check_id = f.check_id and g.params = f.params
    and (g.locale_id is null or (g.locale_id = f.locale_id and g.branch is not distinct from f.branch))
  order by g.locale_id nulls last, g.id limit 1`

type Placed = Pick<JudgedFinding, 'id' | 'check' | 'branch' | 'params'> & { keyId: number; localeId: number }

/** What somebody said is right about findings that are not stored, by their ids. */
export async function findIgnored(db: Handle, findings: readonly Placed[]): Promise<Map<string, Ignored>> {
  if (findings.length === 0) return new Map()
  const rows = await db.rows<{ id: string; ignored: Ignored }>(sql`
    select f.id, ${IGNORED} as ignored
    from json_to_recordset(${toFindingRows(findings)}::json)
      as f (id text, key_id bigint, locale_id bigint, check_id text, branch text, params jsonb)
    cross join lateral (${COVERING_IGNORE}) c
    join issue_ignores g on g.id = c.id
    left join users u on u.id = g.ignored_by`)
  return new Map(rows.map(({ id, ignored }) => [id, ignored]))
}

/** Half a character, cut off where something was found, is none that the database takes. */
export const toFindingRows = (findings: readonly Placed[]): string =>
  JSON.stringify(
    findings.map(({ id, keyId, localeId, check, branch, params }) => ({
      id,
      key_id: keyId,
      locale_id: localeId,
      check_id: check,
      branch,
      params,
    })),
    (_, part) => (typeof part === 'string' ? part.toWellFormed() : part),
  )
