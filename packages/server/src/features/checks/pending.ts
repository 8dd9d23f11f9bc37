import { CHECKS_VERSION } from '@parlance/checks'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { isTooMuchToFollow } from './follow/position.ts'

/** How far the checks have come in a project. */
interface Position {
  /** Changes up to here were looked at. */
  seq: number
  /** Null: nobody looks at the whole project again; else, keys up to this one were. */
  sweptTo: number | null
  isBehind: boolean
  until: number
  keys: number
  locales: number
}

/**
 * Values in these languages that were not looked at since they, or what they depend on, changed. Most often there are none,
 * which is seen without a look at the values; where they are very many, the number is about right.
 */
export async function countPending(handle: Handle, access: ProjectAccess, localeIds: readonly number[]) {
  const { projectId } = access
  const found = await findPosition(handle, projectId)
  if (!found.isBehind) return 0
  const position = isTooMuchToFollow(found) ? { seq: found.until, sweptTo: 0 } : found
  // What a sweep comes to anyway is counted with it, once and without a look at each other.
  const values = sql`
    join keys k on k.id = w.key_id and k.deleted_at is null and (k.id > ${position.sweptTo}::bigint) is not true
    join translations t on t.key_id = k.id and t.locale_id = any(${localeIds}::bigint[])`
  const { pending } = await handle.one<{ pending: number }>(sql`
    with ${changedSince(access, position.seq)}, whole as materialized (
      select key_id from changed where is_whole
      union
      select key_id from keys_to_check where project_id = ${projectId}
    ), waiting as (
      select t.id from whole w ${values}
      union
      select t.id from changed w ${values} and t.locale_id = w.locale_id
      union
      select t.id
      from (
        select k.id as key_id, c.locale_id
        from changed c cross join keys k
        where c.event = 'project.locale_added' and k.project_id = ${projectId}
      ) w ${values} and t.locale_id = w.locale_id and t.value <> ''
    )
    select count(*) as pending from waiting`)
  return position.sweptTo === null
    ? pending
    : pending + (await countAhead(handle, projectId, position.sweptTo, localeIds))
}

/** Of so many keys of a sweep the values are counted; by these the others are reckoned, which may have millions. */
const COUNTED_KEYS = 1_000

async function countAhead(handle: Handle, projectId: number, sweptTo: number, localeIds: readonly number[]) {
  const ahead = sql`keys k where k.project_id = ${projectId} and k.deleted_at is null and k.id > ${sweptTo}`
  const { keys, counted, values } = await handle.one<{ keys: number; counted: number; values: number }>(sql`
    select (select count(*) from ${ahead}) as keys, count(distinct k.id) as counted, count(t.id) as values
    from (select k.id from ${ahead} order by k.id limit ${COUNTED_KEYS}) k
    left join translations t on t.key_id = k.id and t.locale_id = any(${localeIds}::bigint[]) and t.value <> ''`)
  return keys === counted ? values : Math.max(1, Math.round((values * keys) / counted))
}

/** A project that nobody has looked at by these checks is about to be looked at as a whole. */
const findPosition = (handle: Handle, projectId: number) =>
  handle.one<Position>(sql`
    select coalesce(p.seq, c.seq) as seq, case when n.is_new then 0 else p.swept_to end as "sweptTo",
           n.is_new or p.seq < c.seq or p.swept_to is not null
             or exists (select from keys_to_check w where w.project_id = c.project_id) as "isBehind",
           c.seq as until, c.keys,
           (select count(*) from project_locales pl where pl.project_id = c.project_id) as locales
    from project_counters c
    left join issue_positions p on p.project_id = c.project_id
    cross join lateral (
      select p.project_id is null or p.checks_version < ${CHECKS_VERSION}::int as is_new
    ) n
    where c.project_id = ${projectId}`)

/**
 * Of keys whole: their source text is another, or how their texts are read. Names and descriptions change nothing. See
 * `follow/affected.ts`, which asks the same for the next step.
 */
const changedSince = ({ projectId, organizationId, sourceLocaleId }: ProjectAccess, seq: number): Sql => sql`
  changed as materialized (
    select c.key_id, l.id as locale_id, c.event,
           c.event = 'key.restored' or c.event = 'key.updated'
             or (c.event like 'translation.%' and l.id = ${sourceLocaleId}
                 and c.before -> 'value' is distinct from c.after -> 'value') as is_whole
    from changes c
    left join locales l on l.organization_id = ${organizationId} and l.code = c.locale
    where c.project_id = ${projectId} and c.seq > ${seq}
      and (c.event in ('translation.created', 'translation.updated', 'translation.restored', 'key.restored',
                       'project.locale_added')
           or (c.event = 'key.updated' and c.after ?| array['isPlural', 'syntax']))
  )`
