import { type ChangeEvent, changeEvents } from '@parlance/contract'
import { type Sql, sql } from '../db/sql.ts'
import type { Actor, Change } from './record.ts'

/** Whose change it is: of which project, by whom, when. */
export interface Circumstances {
  projectId: number
  actor: Actor
  at: Date
}

/** Facts made by the database itself: statements that write, and a query over what they returned. */
export interface Facts {
  /** Common table expressions, without WITH. */
  from: Sql
  /** Columns: position, event, key_id, key_name, namespace, translation_id, locale, before, after. */
  select: Sql
}

const LIVING = new Map<ChangeEvent, number>([
  ['key.created', 1],
  ['key.restored', 1],
  ['key.deleted', -1],
])

const livingKeys = (changes: readonly Change[]) => changes.reduce((sum, { event }) => sum + (LIVING.get(event) ?? 0), 0)

const json = (side: Record<string, unknown> | null | undefined) => (side ? JSON.stringify(side) : null)

/** For changes that are known here. Each write ends with this, so it does not count in SQL what can be counted before. */
export function insertGiven(circumstances: Circumstances, changes: readonly Change[]): Sql {
  const { projectId, actor, at } = circumstances
  const values = changes.filter(({ event }) => event.startsWith('translation.')).length
  return sql`
    with facts as (
      select * from unnest(
        ${changes.map(({ event }) => event)}::text[],
        ${changes.map(({ keyId }) => keyId ?? null)}::bigint[],
        ${changes.map(({ key }) => key ?? null)}::text[],
        ${changes.map(({ namespace }) => namespace ?? null)}::text[],
        ${changes.map(({ translationId }) => translationId ?? null)}::bigint[],
        ${changes.map(({ locale }) => locale ?? null)}::text[],
        ${changes.map(({ before }) => json(before))}::jsonb[],
        ${changes.map(({ after }) => json(after))}::jsonb[]
      ) with ordinality as c (event, key_id, key_name, namespace, translation_id, locale, before, after, position)
    ), totals as (
      select ${values}::bigint as values
    ), counter as (
      update project_counters set seq = seq + ${changes.length}, keys = keys + ${livingKeys(changes)}
      where project_id = ${projectId}
      returning seq - ${changes.length} as base
    ), ${deliveries(circumstances)}
    insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, key_name, namespace, translation_id,
                         locale, before, after)
    select ${projectId}::bigint, base + position, ${at}::timestamptz, ${actor.type}::text, ${actor.id}::bigint, event,
           key_id, key_name, namespace, translation_id, locale, before, after
    from counter, facts`
}

/** The facts, the counter raised by their number, and as `inserted` the changes. */
export function insertFacts(circumstances: Circumstances, { from, select }: Facts): Sql {
  const { projectId, actor, at } = circumstances
  return sql`
    with ${from},
    facts as (${select}),
    totals as (
      select count(*) as changes,
             count(*) filter (where event in ('key.created', 'key.restored'))
               - count(*) filter (where event = 'key.deleted') as keys,
             count(*) filter (where event like 'translation.%') as values
      from facts
    ), counter as (
      update project_counters c set seq = c.seq + totals.changes, keys = c.keys + totals.keys
      from totals where c.project_id = ${projectId} and totals.changes > 0
      returning c.seq - totals.changes as base
    ), ${deliveries(circumstances)}, inserted as (
      insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, key_name, namespace,
                           translation_id, locale, before, after)
      select ${projectId}::bigint, base + row_number() over (order by position), ${at}::timestamptz,
             ${actor.type}::text, ${actor.id}::bigint, event, key_id, key_name, namespace, translation_id, locale,
             before, after
      from facts, counter
      returning event
    )`
}

const told = Object.entries(changeEvents).flatMap(([event, told]) =>
  'webhook' in told ? [{ event, webhook: told.webhook }] : [],
)

/** The most keys that one notice of many changed values names. */
const KEYS_NAMED = 1000

/** A delivery for each webhook that wants to know. Nothing of it is computed for a project without webhooks. */
const deliveries = ({ projectId, at }: Circumstances): Sql => sql`
  subscribers as (
    select id, events from webhooks where project_id = ${projectId} and is_active and deleted_at is null
  ), told as (
    select f.position, n.webhook as event, case when f.locale is not null then array[f.locale] end as locale_codes,
           webhook_data(${projectId}, f.event, f.key_id, f.key_name, f.namespace, f.translation_id, f.locale, f.before,
                        f.after) as data
    from facts f
    join unnest(${told.map(({ event }) => event)}::text[], ${told.map(({ webhook }) => webhook)}::text[])
      as n (event, webhook) on n.event = f.event
    cross join totals
    where exists (select 1 from subscribers) and (f.event not like 'translation.%' or totals.values = 1)
    union all
    select max(f.position), 'translation.batch_updated', array_agg(distinct f.locale),
           jsonb_build_object(
             'projectId', ${projectId}::bigint,
             'action', case
               when bool_and(f.after ->> 'value' is null) then 'clear'
               when bool_and(f.event <> 'translation.updated') then 'create'
               when bool_and(f.before -> 'value' = f.after -> 'value') then 'status'
               else 'update' end,
             'count', count(*),
             'keyIds', to_jsonb((array_agg(distinct f.key_id))[1:${KEYS_NAMED}]),
             'localeCodes', to_jsonb(array_agg(distinct f.locale)))
           || case when count(distinct f.key_id) > ${KEYS_NAMED} then '{"truncated": true}'::jsonb else '{}'::jsonb end
    from facts f
    where exists (select 1 from subscribers) and f.event like 'translation.%'
    having count(*) > 1
  ), queued as (
    insert into deliveries (uuid, webhook_id, event, locale_codes, body, status, created_at, due_at)
    select name.uuid, s.id, t.event, t.locale_codes,
           json_build_object('event', t.event, 'timestamp', ${at.toISOString()}::text, 'deliveryId', name.uuid,
                             'data', t.data)::text,
           'pending', ${at}::timestamptz, ${at}::timestamptz
    from subscribers s
    join told t on t.event = any(s.events)
    cross join lateral (
      select 'del_' || replace(gen_random_uuid()::text, '-', '') as uuid where t.position is not null
    ) name
    order by t.position
  )`
