-- This is the copy that runs. Those in migrations are history.
-- Why a webhook fires. Whenever changes are written, each active webhook of their project that subscribed to one of them
-- gets a delivery, in the transaction of the change, so no writer can forget it and none is told of what was rolled back.
--   Which changes are told, and by which name: `told_changes`, filled at the start from `changeEvents` in the contract's
--   events.ts. A change that is not there is told to nobody.
--   To whom: webhooks of the project that are active, not deleted, and have that name in `events`, as far as their creators
--   may see it at this moment. One whose creator is no member is told nothing.
--   What: `webhook_data`. Several values that one statement wrote are told as one translation.batch_updated instead. Who may
--   see a part of it is told that part (`seen_data`).
--   When: a delivery is due at once; the workers of features/webhooks claim it, send it and repeat it.
-- What is told is worked out and stored once for all webhooks that may see the same, which most often are all of them: a
-- delivery is a short row then.
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
  -- Of a hundred webhooks the creators are few: looked up for each webhook, they took a fifth of the time.
  with hooks as materialized (
    select w.id, w.events, w.sees_values, w.created_by
    from webhooks w
    where w.project_id = (select project_id from facts limit 1) and w.is_active and w.deleted_at is null
  ), creators as materialized (
    select m.user_id, m.locale_codes, dense_rank() over (order by m.locale_codes) as sight
    from memberships m
    where m.organization_id = (
        select organization_id from projects where id = (select project_id from facts limit 1))
      and m.user_id = any(array(select created_by from hooks)) and m.joined_at is not null
  ), listeners as materialized (
    select h.id, h.events, h.sees_values, c.locale_codes, 2 * c.sight + h.sees_values::int as sight
    from hooks h join creators c on c.user_id = h.created_by
  ), single as (
    select count(*) = 1 as value from facts where event like 'translation.%'
  ), told as materialized (
    select f.seq, f.at, n.webhook as event,
           case when f.locale is not null then array[f.locale]
                when f.event = 'export.completed'
                  then nullif(array(select jsonb_array_elements_text(f.after -> 'stats' -> 'locales')), '{}') end
             as locale_codes,
           webhook_data(f.project_id, f.event, f.key_id, f.key_name, f.namespace, f.translation_id, f.locale, f.before,
                        f.after) as data
    from facts f join told_changes n on n.event = f.event, single
    where f.event not like 'translation.%' or single.value
    union all
    -- Several values written together are one notice, which names a thousand keys at most.
    select max(f.seq), max(f.at), 'translation.batch_updated', array_agg(distinct f.locale),
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
  ), seen as materialized (
    select nextval('delivery_data_id_seq') as data_id, replace(gen_random_uuid()::text, '-', '') as name, t.seq, t.at, t.event, s.sight, v.locale_codes,
           case when s.locale_codes is null and s.sees_values then t.data
                else seen_data(t.event, t.data, v.locale_codes, s.sees_values) end as data
    from told t
    cross join (select distinct sight, locale_codes, sees_values from listeners) s
    cross join lateral (
      select case when t.locale_codes is null or s.locale_codes is null then t.locale_codes
                  else array(select code from unnest(t.locale_codes) as code where code = any(s.locale_codes)) end
        as locale_codes
    ) v
    where (v.locale_codes is null or v.locale_codes <> '{}')
      and exists (select from listeners l where l.sight = s.sight and t.event = any(l.events))
  ), stored as (
    insert into delivery_data (id, data) overriding system value select data_id, data::text from seen
  )
  insert into deliveries (uuid, webhook_id, event, locale_codes, data_id, tells_values, status, created_at, due_at)
  select 'del_' || s.name || to_hex(l.id), l.id, s.event, s.locale_codes, s.data_id, l.sees_values,
         'pending', s.at, s.at
  from seen s
  join listeners l on l.sight = s.sight and s.event = any(l.events)
  order by s.seq;
  return null;
end $$;

create or replace trigger deliveries_of_changes after insert on changes
  referencing new table as facts for each statement execute function queue_deliveries();
