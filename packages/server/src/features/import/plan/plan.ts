import type { Syntax } from '@parlance/contract'
import { nothing, type Sql, sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { DetailName } from '../details/details.ts'

/** A file of a session and where its texts go. What is still to be created has no id. */
export interface MappedFile {
  position: number
  filename: string
  namespace: string
  namespaceId: number | null
  locale: string
  localeId: number | null
  /** Of the keys that it creates; null means icu. */
  syntax: Syntax | null
  /** What its texts say beside themselves, as far as the caller may. */
  said: readonly DetailName[]
  /** Of its format. */
  options: Record<string, string | boolean>
  /** It is in the source language, so what stands in that beside its texts stands for those that are empty. */
  standsForItself?: boolean
}

export const sayAny = (files: readonly MappedFile[], ...names: DetailName[]) =>
  files.some(({ said }) => names.some((name) => said.includes(name)))

/** A text of a file against the value that is there. */
export interface Contested {
  position: number
  key: string
  keyId: number
  localeId: number
  existingValue: string
  newValue: string
  /** The limit of its key, when the text is longer. */
  limit: number | null
}

export interface TooLong {
  position: number
  key: string
  limit: number
}

export interface Plan {
  /** By the position of the file. Conflicts are in none of them: they are for the caller to decide. */
  counts: Map<number, { added: number; updated: number; skipped: number }>
  conflicts: Contested[]
  /** In nobody's way, but longer than their keys allow. */
  tooLong: TooLong[]
  /** Texts whose keys are still to be created. */
  withoutKey: number
}

interface Row extends Contested {
  outcome: 'added' | 'updated' | 'skipped' | 'conflict' | 'too_long'
  count: number
  withoutKey: number
}

/** What an import comes to. Looking and writing ask the same query, so a preview cannot promise what is not done. */
export async function readPlan(tx: Transaction, sessionId: string, files: readonly MappedFile[]): Promise<Plan> {
  const rows = tx.groups<Row>(sql`
    with planned as materialized (${planned(sessionId, files)})
    select position, outcome, count(*) as count, count(*) filter (where key_id is null) as "withoutKey",
           null as key, null::bigint as "keyId", null::bigint as "localeId", null as "existingValue",
           null as "newValue", null::bigint as limit
    from planned group by position, outcome
    union all
    select position, outcome, 0, 0, name, key_id, locale_id, existing, value, exceeded
    from planned where outcome in ('conflict', 'too_long')
    order by position, key`)
  const plan: Plan = { counts: new Map(), conflicts: [], tooLong: [], withoutKey: 0 }
  for (const { position } of files) plan.counts.set(position, { added: 0, updated: 0, skipped: 0 })
  for await (const group of rows) for (const row of group) add(plan, row)
  return plan
}

function add(plan: Plan, row: Row): void {
  plan.withoutKey += row.withoutKey
  const counts = plan.counts.get(row.position)
  if (row.outcome === 'conflict') {
    if (row.key !== null) plan.conflicts.push(contested(row))
  } else if (row.outcome === 'too_long') {
    if (row.key !== null) plan.tooLong.push({ position: row.position, key: row.key, limit: row.limit ?? 0 })
  } else if (counts) {
    counts[row.outcome] += row.count
  }
}

/** What cannot be written when these conflicts are decided for the file. */
export const tooLongOf = ({ tooLong }: Plan, accepted: readonly Contested[]): TooLong[] => [
  ...tooLong,
  ...accepted.flatMap(({ position, key, limit }) => (limit === null ? [] : [{ position, key, limit }])),
]

const contested = ({ position, key, keyId, localeId, existingValue, newValue, limit }: Row): Contested => ({
  position,
  key,
  keyId,
  localeId,
  existingValue,
  newValue,
  limit,
})

/**
 * Each text with its key, the value that is there, and what becomes of it. An empty value is in nobody's way. Of two
 * files for one namespace and locale, the later one has the last word on a shared key. A file that calls the text that is
 * there translated is believed; one that does not is older than whoever said so.
 */
export function planned(sessionId: string, files: readonly MappedFile[]): Sql {
  const places = new Set(files.map(({ namespace, locale }) => `${locale}\0${namespace}`))
  const isOverruled =
    places.size === files.length
      ? sql`false`
      : sql`row_number() over (partition by e.namespace, e.locale, e.name order by e.position desc) > 1`
  const standing = files.filter(({ standsForItself }) => standsForItself).map(({ position }) => position)
  const tells = standing.length > 0 || sayAny(files, 'status', 'characterLimit')
  const limit = tells
    ? sql`case when k.id is null then d.character_limit else k.character_limit end`
    : sql`k.character_limit`
  return sql`
    select r.*, case
             when r.is_overruled then 'skipped'
             when r.existing = r.value and r.told_status not in ('not_translated', r.existing_status) and r.exceeded is null
               then 'updated'
             when r.value_id is not null and r.existing = r.value then 'skipped'
             when r.existing <> '' then 'conflict'
             when r.exceeded is not null then 'too_long'
             when r.value_id is null then 'added'
             else 'updated'
           end as outcome
    from (
      select e.*, k.id as key_id, t.id as value_id,
             exceeded_limit(e.value, ${limit}) as exceeded,
             coalesce(t.value, '') as existing, t.status as existing_status, ${isOverruled} as is_overruled,
             ${tells ? sql`d.status` : sql`null::text`} as told_status
      from (${entries(sessionId, files)}) e
      ${tells ? sql`left join (${toldOfTexts(sessionId, files)}) d on d.position = e.position and d.name = e.name` : nothing}
      left join keys k
        on k.namespace_id = e.namespace_id and k.name_hash = ${nameHash} and k.deleted_at is null
      left join translations t on t.key_id = k.id and t.locale_id = e.locale_id
      ${standing.length > 0 ? sql`where not (e.value = '' and coalesce(d.has_source, false) and e.position = any(${standing}::int[]))` : nothing}
    ) r`
}

const toldOfTexts = (sessionId: string, files: readonly MappedFile[]): Sql => sql`
  select d.position, d.name, (d.said->>'characterLimit')::bigint as character_limit,
         ${sayAny(files, 'source') ? sql`d.said->>'source' is not null` : sql`false`} as has_source,
         ${sayAny(files, 'status') ? sql`d.said->>'status'` : sql`null::text`} as status
  from (${details(sessionId, files)}) d`

/** What files say of their texts, as JSON, with the place of each. */
export const details = (sessionId: string, files: readonly MappedFile[]): Sql => sql`
  select f.position, f.namespace_id, f.locale_id, d.key as name, d.value as said
  from unnest(
    ${files.map(({ position }) => position)}::int[],
    ${files.map(({ namespaceId }) => namespaceId)}::bigint[],
    ${files.map(({ localeId }) => localeId)}::bigint[]
  ) as f (position, namespace_id, locale_id)
  join import_parts p on p.session_id = ${sessionId} and p.file = f.position
  cross join lateral json_each(p.details) as d (key, value)`

/** `text_hash` of an entry's name, written out: called as a function it takes three times as long. */
export const nameHash = sql`sha256(convert_to(e.name, 'UTF8'))`

/** No living key has the name of an entry. */
export const missesKey = sql`
  not exists (
    select 1 from keys k
    where k.namespace_id = e.namespace_id and k.name_hash = ${nameHash} and k.deleted_at is null)`

export const entries = (sessionId: string, files: readonly MappedFile[]): Sql => sql`
  select f.position, f.namespace, f.namespace_id, f.locale, f.locale_id, t.key as name, t.value
  from unnest(
    ${files.map(({ position }) => position)}::int[],
    ${files.map(({ namespace }) => namespace)}::text[],
    ${files.map(({ namespaceId }) => namespaceId)}::bigint[],
    ${files.map(({ locale }) => locale)}::text[],
    ${files.map(({ localeId }) => localeId)}::bigint[]
  ) as f (position, namespace, namespace_id, locale, locale_id)
  join import_parts p on p.session_id = ${sessionId} and p.file = f.position
  cross join lateral json_each_text(p.entries) as t (key, value)`
