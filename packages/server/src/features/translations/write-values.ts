import type { Status } from '@parlance/contract'
import { type Change, record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'

/** One value to write. The names are those the history and the events tell. */
export interface ValueToWrite {
  keyId: number
  key: string
  namespace: string
  localeId: number
  locale: string
  /** Null clears. */
  value: string | null
  /** Left out: an unchanged text keeps its status, a new one is to be reviewed, an empty one is not translated. */
  status?: Status | undefined
}

export interface ValueRow {
  id: number
  keyId: number
  localeId: number
  value: string | null
  status: Status
  createdAt: Date
  updatedAt: Date
  createdBy: number
}

interface Written extends ValueRow {
  position: number
  isNew: boolean
  isChanged: boolean
  oldValue: string | null
  oldStatus: Status | null
}

/**
 * The only writer of values: one statement for one value or a hundred thousand. The caller holds the locks of the keys
 * (see `lockKeys` and the endpoints), in the order of their ids, and has checked locales and limits; each pair of key
 * and locale comes once. What is the same already is left alone: no new time, no change.
 */
export async function writeValues(
  tx: Transaction,
  { projectId, actor, userId }: ProjectAccess,
  now: Date,
  values: readonly ValueToWrite[],
): Promise<ValueRow[]> {
  if (values.length === 0) return []
  const written = await tx.rows<Written>(sql`
    with input as (
      select i.key_id, i.locale_id, i.value, i.position, t.id, t.value as old_value, t.status as old_status,
             t.created_at, t.updated_at, t.created_by, t.reviewed_by, t.reviewed_at,
             case
               when i.status is not null then i.status
               when t.id is not null and t.value is not distinct from i.value then t.status
               when coalesce(i.value, '') = '' then 'not_translated'
               else 'not_reviewed'
             end as status
      from unnest(
        ${values.map(({ keyId }) => keyId)}::bigint[],
        ${values.map(({ localeId }) => localeId)}::bigint[],
        ${values.map(({ value }) => value)}::text[],
        ${values.map(({ status }) => status ?? null)}::text[]
      ) with ordinality as i (key_id, locale_id, value, status, position)
      left join translations t on t.key_id = i.key_id and t.locale_id = i.locale_id
    ), fresh as (
      select * from input
      where id is null or value is distinct from old_value or status <> old_status
    ), written as (
      insert into translations as t
        (key_id, locale_id, value, status, created_by, created_at, updated_at, reviewed_by, reviewed_at)
      select key_id, locale_id, value, status, ${userId}::bigint, ${now}::timestamptz, ${now}::timestamptz,
             case when status = 'translated' then ${userId}::bigint end,
             case when status = 'translated' then ${now}::timestamptz end
      from fresh
      on conflict (key_id, locale_id) do update
        set value = excluded.value, status = excluded.status, updated_at = excluded.updated_at,
            reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at
      returning t.id, t.key_id, t.locale_id, t.created_at, t.created_by
    )
    select i.position, coalesce(i.id, w.id) as id, i.key_id as "keyId", i.locale_id as "localeId", i.value, i.status,
           coalesce(i.created_at, w.created_at) as "createdAt",
           case when w.id is null then i.updated_at else ${now}::timestamptz(3) end as "updatedAt",
           coalesce(i.created_by, w.created_by) as "createdBy",
           i.id is null as "isNew", w.id is not null as "isChanged", i.old_value as "oldValue",
           i.old_status as "oldStatus"
    from input i left join written w on w.key_id = i.key_id and w.locale_id = i.locale_id
    order by i.position`)
  record(
    tx,
    projectId,
    actor,
    now,
    written.flatMap((row) => changeOf(row, values[row.position - 1])),
  )
  return written
}

function changeOf(row: Written, given: ValueToWrite | undefined): Change[] {
  if (!row.isChanged || !given) return []
  return [
    {
      event: row.isNew ? 'translation.created' : 'translation.updated',
      keyId: row.keyId,
      key: given.key,
      namespace: given.namespace,
      translationId: row.id,
      locale: given.locale,
      before: row.isNew ? null : { value: row.oldValue, status: row.oldStatus },
      after: { value: row.value, status: row.status },
    },
  ]
}
