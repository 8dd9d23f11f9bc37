create table webhooks (
  id bigint generated always as identity primary key,
  uuid text not null unique,
  project_id bigint not null references projects on delete cascade,
  name text not null,
  url text not null,
  events text[] not null,
  is_active boolean not null,
  consecutive_failures int not null default 0,
  last_triggered_at timestamptz(3),
  last_success_at timestamptz(3),
  -- Encrypted; the key is not in the database.
  secret bytea not null,
  created_by bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index webhooks_project on webhooks (project_id) where deleted_at is null;

-- The queue of deliveries and their history. `due_at` is both schedule and lease: null when nothing more is to be done,
-- and moved ahead by whoever makes an attempt, so that an attempt whose process died is made again.
create table deliveries (
  id bigint generated always as identity primary key,
  uuid text not null unique,
  webhook_id bigint not null references webhooks on delete cascade,
  event text not null,
  -- The languages it tells about; null when it tells about none.
  locale_codes text[],
  -- The bytes as sent, on every attempt the same.
  body text not null,
  status text not null check (status in ('pending', 'success', 'failed', 'retrying')),
  attempt int not null default 1,
  -- One attempt and no schedule: asked for by hand, or the last notice to a webhook that was switched off.
  is_single boolean not null default false,
  is_notice boolean not null default false,
  http_status int,
  response_body text,
  error_message text,
  duration_ms int,
  sent_at timestamptz(3),
  completed_at timestamptz(3),
  due_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index deliveries_due on deliveries (webhook_id, due_at) where due_at is not null;
create index deliveries_of_webhook on deliveries (webhook_id, id);

-- What a webhook is told about a change. Fixed when the change is committed, not looked up when it is sent.
create function webhook_data(project_id bigint, event text, key_id bigint, key text, namespace text,
                             translation_id bigint, locale text, before jsonb, after jsonb) returns jsonb
  language sql immutable parallel safe
  return jsonb_build_object('projectId', project_id) || case
    when event in ('key.created', 'key.restored') then
      jsonb_build_object('keyId', key_id, 'key', key, 'namespace', namespace, 'isPlural', after -> 'isPlural')
    when event = 'key.updated' then
      jsonb_build_object('keyId', key_id, 'key', key, 'namespace', namespace, 'changes', jsonb_build_object(
        'description', after ? 'description', 'aiContext', after ? 'aiContext',
        'characterLimit', after ? 'characterLimit', 'isPlural', after ? 'isPlural'))
    when event = 'key.deleted' then jsonb_build_object('keyId', key_id, 'key', key, 'namespace', namespace)
    when event like 'translation.%' then
      jsonb_build_object('keyId', key_id, 'translationId', translation_id, 'key', key, 'namespace', namespace,
                         'locale', locale, 'value', after -> 'value', 'previousValue', before -> 'value',
                         'status', after -> 'status')
    when event like 'namespace.%' then
      jsonb_build_object('namespaceId', coalesce(after, before) -> 'namespaceId', 'namespace', namespace)
        || case when event = 'namespace.updated' then jsonb_build_object('previousName', before -> 'name') else '{}' end
    when event = 'comment.created' then
      jsonb_build_object('commentId', after -> 'commentId', 'translationId', translation_id, 'keyId', key_id,
                         'key', key, 'locale', locale, 'text', after -> 'text', 'authorId', after -> 'authorId')
    when event like 'project.locale%' then jsonb_build_object('locale', locale)
    else coalesce(after, '{}')
  end;

-- How webhooks are told of each change; filled from the contract when the service starts.
create table told_changes (
  event text primary key,
  webhook text not null
);

-- A delivery for each webhook that wants to know of a change, in the transaction of that change. It stands here and not
-- in the statements that record changes, because most projects have no webhooks: asking for them costs a write one look
-- at an index, where planning and starting the insert below with every write took a third of its rate.
create function queue_deliveries() returns trigger language plpgsql as $$
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

create trigger deliveries_of_changes after insert on changes
  referencing new table as facts for each statement execute function queue_deliveries();
