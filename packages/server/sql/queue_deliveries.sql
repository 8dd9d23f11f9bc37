-- This is the copy that runs. Those in migrations are history.
-- Why a webhook fires. Whenever changes are written, each active webhook of their project that subscribed to one of them
-- gets a delivery, in the transaction of the change, so no writer can forget it and none is told of what was rolled back.
--   Which changes are told, and by which name: `told_changes`, filled at the start from `changeEvents` in the contract's
--   events.ts. A change that is not there is told to nobody.
--   To whom: webhooks of the project that are active, not deleted, and have that name in `events`.
--   What: `webhook_data`. Several values that one statement wrote are told as one translation.batch_updated instead.
--   When: a delivery is due at once; the workers of features/webhooks claim it, send it and repeat it.
-- It is a trigger and no part of the statements that record changes, because most projects have no webhooks: asking for
-- them costs a write one look at an index, where planning and starting the insert below with every write took a third of
-- its rate.
create or replace function queue_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (
    select from webhooks
    where project_id = (select project_id from facts limit 1) and is_active and deleted_at is null
  ) then
    return null;
  end if;
  insert into deliveries (uuid, webhook_id, event, locale_codes, body, status, created_at, due_at)
  with single as (
    select count(*) = 1 as value from facts where event like 'translation.%'
  ), told as (
    select f.seq, f.project_id, f.at, n.webhook as event,
           case when f.locale is not null then array[f.locale] end as locale_codes,
           webhook_data(f.project_id, f.event, f.key_id, f.key_name, f.namespace, f.translation_id, f.locale, f.before,
                        f.after) as data
    from facts f join told_changes n on n.event = f.event, single
    where f.event not like 'translation.%' or single.value
    union all
    -- Several values written together are one notice, which names a thousand keys at most.
    select max(f.seq), f.project_id, max(f.at), 'translation.batch_updated', array_agg(distinct f.locale),
           jsonb_build_object(
             'projectId', f.project_id,
             'action', case
               when bool_and(f.after ->> 'value' is null) then 'clear'
               when bool_and(f.event <> 'translation.updated') then 'create'
               when bool_and(f.before -> 'value' = f.after -> 'value') then 'status'
               else 'update' end,
             'count', count(*),
             'keyIds', to_jsonb((array_agg(distinct f.key_id))[1:1000]),
             'localeCodes', to_jsonb(array_agg(distinct f.locale)))
           || case when count(distinct f.key_id) > 1000 then '{"truncated": true}'::jsonb else '{}'::jsonb end
    from facts f
    where f.event like 'translation.%'
    group by f.project_id
    having count(*) > 1
  )
  select name.uuid, w.id, t.event, t.locale_codes,
         json_build_object(
           'event', t.event,
           'timestamp', to_char(t.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'deliveryId', name.uuid,
           'data', t.data)::text,
         'pending', t.at, t.at
  from told t
  join webhooks w on w.project_id = t.project_id and w.is_active and w.deleted_at is null and t.event = any(w.events)
  cross join lateral (
    -- Names both sides, so that each pair gets a name of its own.
    select 'del_' || replace(gen_random_uuid()::text, '-', '') as uuid where (t.seq, w.id) is not null
  ) name
  order by t.seq;
  return null;
end $$;

create or replace trigger deliveries_of_changes after insert on changes
  referencing new table as facts for each statement execute function queue_deliveries();
