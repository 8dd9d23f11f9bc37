import { limits } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { details, type MappedFile } from '../plan/plan.ts'

/**
 * What only one family of formats says about keys takes the place of what that family said before; other families keep
 * theirs. Of two files, the one in the source language is right, then the first. Returns the keys that have no room for it.
 */
export function writeFormatData(
  tx: Transaction,
  sessionId: string,
  files: readonly MappedFile[],
  sourceLocaleId: number,
): Promise<{ position: number; key: string }[]> {
  const saying = files.filter(({ said }) => said.includes('formatData'))
  if (saying.length === 0) return Promise.resolve([])
  return tx.rows(sql`
    with families as (
      select distinct on (k.id, f.key) k.id, d.name, d.position, f.key as family, f.value
      from (${details(sessionId, saying)}) d
      join keys k
        on k.namespace_id = d.namespace_id and k.name_hash = sha256(convert_to(d.name, 'UTF8')) and k.deleted_at is null
      cross join lateral jsonb_each((d.said->>'formatData')::jsonb) f
      where d.said->>'formatData' is not null
      order by k.id, f.key, d.locale_id is distinct from ${sourceLocaleId}::bigint, d.position
    ), told as (
      select id, min(name) as name, min(position) as position, jsonb_object_agg(family, value) as data
      from families group by id
    ), merged as (
      select t.id, t.name, t.position, coalesce(f.data, '{}') || t.data as data
      from told t left join key_format_data f on f.key_id = t.id
    ), written as (
      insert into key_format_data as f (key_id, data)
      select id, data from merged where octet_length(data::text) <= ${limits.formatData}
      on conflict (key_id) do update set data = excluded.data where f.data is distinct from excluded.data
    )
    select position, name as key from merged where octet_length(data::text) > ${limits.formatData} order by position, name`)
}
