import { nothing, type Sql, sql } from '../../db/sql.ts'
import { type KeyRow, metadataOf } from './key.ts'

export interface ListedKeyRow extends Omit<KeyRow, 'createdAt' | 'updatedAt'> {
  /** Read as they are sent: to make a date of each and a text of that again took half the time of writing a page. */
  createdAt: string
  updatedAt: string
  /** A JSON object, or null when the key has no values. */
  translations: string | null
}

/**
 * The values of a key `k` by locale, written as JSON by the database and sent as they come. Taken apart into rows and
 * objects here and put together again, they took this process longer than the database took to find them, and this
 * process is one for all requests.
 */
export const listedValues = (
  localeIds: readonly number[] | undefined,
  localeCodes: readonly string[] | null,
  { includeIssues = false } = {},
): Sql => sql`
  (select json_object_agg(l.code, json_build_object(
            'id', t.id, 'value', t.value, 'status', t.status, 'createdAt', iso_time(t.created_at),
            'updatedAt', iso_time(t.updated_at), 'createdBy', t.created_by, 'updatedBy', t.updated_by,
            'reviewedBy', t.reviewed_by, 'reviewedAt', iso_time(t.reviewed_at)
            ${includeIssues ? sql`, 'issues', ${OPEN_ISSUES}` : nothing}) order by l.code)
   from translations t
   join project_locales pl on pl.project_id = k.project_id and pl.locale_id = t.locale_id
   join locales l on l.id = t.locale_id
   where t.key_id = k.id
     ${localeIds ? sql`and t.locale_id = any(${localeIds}::bigint[])` : nothing}
     ${localeCodes ? sql`and l.code = any(${localeCodes}::text[])` : nothing})::text as translations`

/** What is open about a value `t`, errors first. */
const OPEN_ISSUES = sql`
  coalesce((
    select json_agg(
      json_build_object('id', i.id, 'check', i.check_id, 'severity', i.severity, 'branch', i.branch)
      order by i.severity, i.check_id collate "C", i.branch collate "C" nulls first, i.id collate "C")
    from issues i
    where i.key_id = t.key_id and i.locale_id = t.locale_id and i.ignore_id is null), '[]')`

/** A key of the list as JSON, with what else was asked for. */
export function writeListedKey(key: ListedKeyRow, more: object | undefined): string {
  const metadata = JSON.stringify(metadataOf(key, key.createdAt, key.updatedAt)).slice(0, -1)
  const rest = more === undefined ? '' : `,${JSON.stringify(more).slice(1, -1)}`
  return `${metadata},"translations":${key.translations ?? '{}'}${rest}}`
}
