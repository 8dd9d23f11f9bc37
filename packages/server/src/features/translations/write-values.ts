import { haveSameParameters } from '@parlance/checks'
import { limits, type Status } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import type { Facts } from '../../changes/change.ts'
import { record, recordFrom } from '../../changes/record.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ReviewGate } from '../checks/index.ts'
import { type FaultyRefusal, findFaulty, findFaultyOf } from './faulty.ts'
import { writeParameters } from './parameters.ts'
import type { Refusal } from './refusal.ts'
import { changeOf, changesOf } from './value-changes.ts'

/** One value to write. The names are those the history and the events tell. */
export interface ValueToWrite {
  keyId: number
  key: string
  namespace: string
  localeId: number
  locale: string
  /** Null clears. Left out: the text stays, whatever it is. */
  value?: string | null
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
  /** Null: nobody is known. */
  updatedBy: number | null
}

interface Judged extends ValueRow {
  position: number
  /** The limit that the text is over, and its length: it was not written. */
  exceeded: number | null
  actual: number
  isNew: boolean
  isChanged: boolean
  oldValue: string | null
  oldStatus: Status | null
}

/**
 * The writer of values: one statement for one value or a hundred thousand. (`write-value.ts` is its shorter way for a
 * single one; there is no third.) It writes no text that is longer than its key allows, nor, with a gate, one with errors as
 * translated, and returns what it refused beside what is there now. The caller holds the locks of the keys, in the order of
 * their ids, and has checked locales; each pair of key and locale comes once. What is the same already is left alone: no new
 * time, no change.
 */
export async function writeValues(
  tx: Transaction,
  by: Author,
  values: readonly ValueToWrite[],
  gate?: ReviewGate,
): Promise<{ written: ValueRow[]; refused: Refusal[] }> {
  const faulty = gate ? await findFaulty(tx, by, gate, values) : []
  const sound = faulty.length === 0 ? values : values.filter((value) => !isAmong(faulty, value))
  if (sound.length === 0) return { written: [], refused: faulty }
  const judged = await judgeAndWrite(tx, by, sound)
  const written = judged.filter(({ exceeded }) => exceeded === null)
  const changed = written.filter(({ isChanged }) => isChanged)
  record(
    tx,
    by,
    changed.flatMap((row) => changeOf(row, sound[row.position - 1])),
  )
  // A key's parameters are always those of its source value, so a value that asks for the same leaves them as they are.
  const ofSource = changed.filter(
    ({ localeId, value, oldValue }) => localeId === by.sourceLocaleId && !haveSameParameters(value, oldValue),
  )
  await writeParameters(
    tx,
    by,
    ofSource.map(({ keyId, value }) => ({ keyId, value })),
  )
  return { written, refused: [...judged.flatMap((row) => refusalOf(row, sound[row.position - 1])), ...faulty] }
}

const isAmong = (faulty: readonly Refusal[], { keyId, locale }: ValueToWrite) =>
  faulty.some((refusal) => refusal.keyId === keyId && refusal.locale === locale)

/** In the order given: the rows as they are now, and those that were left out. */
function judgeAndWrite(tx: Transaction, by: Author, values: readonly ValueToWrite[]): Promise<Judged[]> {
  const source = sql`
    select * from unnest(
      ${values.map(({ keyId }) => keyId)}::bigint[],
      ${values.map(({ localeId }) => localeId)}::bigint[],
      ${values.map(({ value }) => value ?? null)}::text[],
      ${values.map(({ status }) => status ?? null)}::text[],
      ${values.map(({ value }) => value === undefined)}::boolean[]
    ) with ordinality as v (key_id, locale_id, value, status, keeps_text, position)`
  return tx.rows<Judged>(sql`
    with ${upsert(by, source)}
    select i.position, coalesce(i.id, w.id) as id, i.key_id as "keyId", i.locale_id as "localeId", i.value, i.status,
           coalesce(i.created_at, w.created_at) as "createdAt",
           coalesce(w.updated_at, i.updated_at) as "updatedAt",
           coalesce(i.created_by, w.created_by) as "createdBy", coalesce(w.updated_by, i.updated_by) as "updatedBy",
           i.id is null as "isNew", w.id is not null as "isChanged", i.old_value as "oldValue",
           i.old_status as "oldStatus", i.exceeded, case when i.exceeded is not null then char_length(i.value) end as actual
    from ${INPUT_AND_WRITTEN}
    order by i.position`)
}

/**
 * What was asked for beside what was touched, with nulls where nothing was. A full join, because PostgreSQL can only hash
 * that one: it cannot know how many rows there are, expects a few, and would compare each with each. Of 10,000 copied
 * values that took 14 s.
 */
const INPUT_AND_WRITTEN = sql`input i full join written w on w.key_id = i.key_id and w.locale_id = i.locale_id`

const REFUSED = sql`
  select i.key_id as "keyId", i.key_name as key, (select l.code from locales l where l.id = i.locale_id) as locale,
         'too_long' as reason, i.exceeded as limit, char_length(i.value) as actual
  from input i where i.exceeded is not null`

/**
 * The same for values that a query makes (columns: key_id, locale_id, value, status). It ends its transaction; what else
 * that transaction did and tells is told in the same statement. It asks no checks: copies and imports bring texts without
 * a status, which are to be reviewed, and a revert brings back what was.
 */
export async function writeValuesFrom(tx: Transaction, by: Author, source: Sql, also?: Facts) {
  // The offset lets the query be planned as it stands: an import's would else read all keys for each part of a file.
  const values = upsert(by, sql`select s.*, false as keeps_text, 0 as position from (${source}) s offset 0`)
  const from = also ? sql`${also.from}, ${values}` : values
  const select = sql`
    ${also ? sql`${also.select} union all` : nothing}
    ${changesOf(sql`
      select * from (
        select w.id, i.key_id, i.key_name, i.namespace_id, i.locale_id, i.id is null as is_new, i.old_value,
               i.old_status, i.value, i.status
        from ${INPUT_AND_WRITTEN} offset 0
      ) touched
      where id is not null`)}`
  const { counts, changes, refused } = await recordFrom<Refusal>(tx, by, { from, select, refused: REFUSED })
  return {
    created: counts.get('translation.created') ?? 0,
    updated: counts.get('translation.updated') ?? 0,
    changes,
    refused,
  }
}

interface Rewriting {
  /** Which rows of `translations`, called t. */
  which: Sql
  status: Status
  /** Takes their texts away; else these stay. */
  isClearing?: boolean
  gate?: ReviewGate | undefined
}

/**
 * The same for values that are there already: an update costs less than an insert that finds them in its way. It brings no
 * texts, so none is too long; a gate refuses to call those with errors translated.
 */
export async function rewriteValues(tx: Transaction, by: Author, rewriting: Rewriting) {
  const { userId, at } = by
  const { which, status, isClearing = false, gate } = rewriting
  const refused = gate && status === 'translated' ? await findFaultyOf(tx, by, gate, which) : []
  const from = sql`
    input as (
      select t.id, t.key_id, k.name as key_name, k.namespace_id, t.locale_id, t.value as old_value,
             t.status as old_status, ${isClearing ? sql`null::text` : sql`t.value`} as value, ${status}::text as status,
             false as is_new, ${nextTime(sql`${at}::timestamptz`)} as next_time
      from translations t join keys k on k.id = t.key_id
      where ${which} ${notAmong(refused)}
    ), written as (
      update translations t
      set value = i.value, status = i.status, updated_at = i.next_time, updated_by = ${userId}::bigint,
          source_changed_at = ${sourceChangedAt(by, sql`i.value`, sql`i.next_time`)},
          reviewed_by = case when i.status = 'translated' then ${userId}::bigint end,
          reviewed_at = case when i.status = 'translated' then i.next_time end
      from input i
      where t.key_id = i.key_id and t.locale_id = i.locale_id
        and (i.value is distinct from i.old_value or i.status <> i.old_status)
      returning i.*
    )`
  const { changes } = await recordFrom(tx, by, { from, select: changesOf(sql`select * from written`) })
  return { changes, refused }
}

const notAmong = (refused: readonly FaultyRefusal[]): Sql =>
  refused.length === 0
    ? nothing
    : sql`and not exists (
        select from unnest(
          ${refused.map(({ keyId }) => keyId)}::bigint[],
          ${refused.map(({ localeId }) => localeId)}::bigint[]
        ) as f (key_id, locale_id)
        where f.key_id = t.key_id and f.locale_id = t.locale_id)`

/**
 * The time of a value `t` that is written again: no two texts or statuses of one value bear the same, and none an earlier
 * one than the text before it, whatever the clock says. Whoever saw a value can name what they saw by its time.
 */
const nextTime = (at: Sql): Sql => sql`greatest(${at}, t.updated_at + interval '1 millisecond')`

/** When the text of a value `t` was last replaced, if it is that of the source language: now, by another one. */
const sourceChangedAt = ({ sourceLocaleId }: Author, value: Sql, now: Sql): Sql => sql`
  case when t.locale_id = ${sourceLocaleId}::bigint and t.value is distinct from ${value} then ${now}
       else t.source_changed_at end`

/**
 * The statements that find what differs and write it: `input` is what was asked for, `written` what was touched. Nothing
 * else brings texts into the table, so this is where a limit holds, that of a key and that of all values.
 */
const upsert = (by: Author, source: Sql): Sql => sql`
  input as (
    select v.key_id, k.name as key_name, k.namespace_id, v.locale_id, c.value, v.position, t.id,
           t.value as old_value, t.status as old_status, t.created_at, t.updated_at, t.created_by,
           t.updated_by,
           exceeded_limit(v.value, least(k.character_limit, ${limits.value})) as exceeded,
           value_status(v.status, c.value, t.id is not null, t.value, t.status) as status
    from (${source}) v
    join keys k on k.id = v.key_id
    left join translations t on t.key_id = v.key_id and t.locale_id = v.locale_id
    cross join lateral (select case when v.keeps_text then t.value else v.value end as value) c
  ), written as (
    insert into translations as t
      (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at, updated_by, reviewed_by,
       reviewed_at)
    select ${by.projectId}::bigint, key_id, locale_id, value, status, ${by.userId}::bigint, ${by.at}::timestamptz,
           ${by.at}::timestamptz, ${by.userId}::bigint,
           case when status = 'translated' then ${by.userId}::bigint end,
           case when status = 'translated' then ${by.at}::timestamptz end
    from input
    where exceeded is null and (id is null or value is distinct from old_value or status <> old_status)
    on conflict (key_id, locale_id) do update
      set value = excluded.value, status = excluded.status, updated_at = ${nextTime(sql`excluded.updated_at`)},
          source_changed_at = ${sourceChangedAt(by, sql`excluded.value`, nextTime(sql`excluded.updated_at`))},
          updated_by = excluded.updated_by, reviewed_by = excluded.reviewed_by,
          reviewed_at = case when excluded.status = 'translated' then ${nextTime(sql`excluded.updated_at`)} end
    returning t.id, t.key_id, t.locale_id, t.created_at, t.created_by, t.updated_at, t.updated_by
  )`

function refusalOf({ keyId, exceeded, actual }: Judged, given: ValueToWrite | undefined): Refusal[] {
  if (!given || exceeded === null) return []
  return [{ reason: 'too_long', limit: exceeded, actual, keyId, key: given.key, locale: given.locale }]
}
