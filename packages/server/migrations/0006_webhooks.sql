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
