-- This is the copy that runs. Those in migrations are history.
-- Finds a key by its id, or by its name in a namespace (null: the default one), checks, writes one value and records the
-- change, in one call that is a transaction by itself. It is what translators do all day: as three statements, or as one
-- of thirty plan nodes, it took PostgreSQL twice the time. Variables of their own instead of records, a row instead of a
-- set, and the language looked up with the key took another tenth off.
-- Without a key_id: no such key. Without an id: nothing was written, for want of the language, for its length (then the
-- limit it exceeds comes back), because it would change what the source text asks for, which is worked out elsewhere, or
-- because the value is not the one that was expected. `expected` is the time of that one, -infinity where none was seen,
-- and null for whatever is there. Without a change: it was so already.
drop function if exists put_value;
create function put_value(
  project bigint, by_id bigint, in_namespace text, key_name text, locale_code text, new_value text, given_status text,
  expected timestamptz, source_locale bigint, may_have_parameters boolean, actor_kind text, actor bigint, writer bigint,
  at timestamptz,
  out key_id bigint, out locale_id bigint, out exceeded bigint, out id bigint, out status text,
  out created_at timestamptz, out updated_at timestamptz, out created_by bigint, out updated_by bigint, out change bigint
) returns record language plpgsql as $$
#variable_conflict use_column
declare
  name_now text;
  home bigint;
  namespace_now text;
  most bigint;
  asked_for jsonb;
  known bigint;
  old_value text;
  old_status text;
  old_time timestamptz;
  moment timestamptz := put_value.at;
begin
  -- Locked: its limit and its value stay as read until the commit.
  if by_id is null then
    select k.id, k.name, n.name, k.character_limit, k.params,
           (select l.id from project_locales pl join locales l on l.id = pl.locale_id
            where pl.project_id = project and l.code = locale_code)
    into put_value.key_id, name_now, namespace_now, most, asked_for, put_value.locale_id
    from namespaces n join keys k on k.namespace_id = n.id
    where n.project_id = project and n.deleted_at is null
      and case when in_namespace is null then n.is_default else n.name = in_namespace end
      and k.name_hash = text_hash(put_value.key_name) and k.deleted_at is null
    for no key update of k;
  else
    select k.id, k.name, k.namespace_id, k.character_limit, k.params,
           (select l.id from project_locales pl join locales l on l.id = pl.locale_id
            where pl.project_id = project and l.code = locale_code)
    into put_value.key_id, name_now, home, most, asked_for, put_value.locale_id
    from keys k where k.id = by_id and k.project_id = project and k.deleted_at is null
    for no key update of k;
    -- Looked up afterwards: the key may have moved while its row was waited for.
    namespace_now := (select n.name from namespaces n where n.id = home);
  end if;
  if locale_id is null then
    return;
  end if;

  -- A statement of its own: the one that waited for the lock would tell what it saw before.
  select t.id, t.value, t.status, t.created_at, t.updated_at, t.created_by, t.updated_by
  into known, old_value, old_status, put_value.created_at, old_time, put_value.created_by, put_value.updated_by
  from translations t where t.key_id = put_value.key_id and t.locale_id = put_value.locale_id;
  if expected <> coalesce(old_time, '-infinity') then
    return;
  end if;
  exceeded := exceeded_limit(new_value, most);
  if exceeded is not null or (locale_id = source_locale and (may_have_parameters or asked_for <> '[]')) then
    return;
  end if;

  status := value_status(given_status, new_value, known is not null, old_value, old_status);
  if known is null then
    insert into translations as t
      (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at, updated_by, reviewed_by,
       reviewed_at)
    values (project, put_value.key_id, put_value.locale_id, new_value, put_value.status, writer, moment, moment, writer,
            case when put_value.status = 'translated' then writer end,
            case when put_value.status = 'translated' then moment end)
    returning t.id into put_value.id;
    created_at := moment;
    created_by := writer;
  else
    id := known;
    if old_value is not distinct from new_value and old_status = put_value.status then
      updated_at := old_time;
      return;
    end if;
    -- As `nextTime` in write-values.ts: the time of a value neither stays nor goes back when it is written.
    moment := greatest(moment, old_time + interval '1 millisecond');
    update translations t
    set value = new_value, status = put_value.status, updated_at = moment, updated_by = writer,
        source_changed_at = case when t.locale_id = source_locale and t.value is distinct from new_value then moment
                                 else t.source_changed_at end,
        reviewed_by = case when put_value.status = 'translated' then writer end,
        reviewed_at = case when put_value.status = 'translated' then moment end
    where t.id = known;
  end if;
  -- Known without asking for the row again: times come in milliseconds, as they are stored.
  updated_at := moment;
  updated_by := writer;

  update project_counters c set seq = c.seq + 1 where c.project_id = project returning c.seq into put_value.change;
  insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, key_name, namespace, translation_id,
                       locale, before, after)
  values (project, put_value.change, put_value.at, actor_kind, actor,
          case when known is null then 'translation.created' else 'translation.updated' end, put_value.key_id, name_now,
          namespace_now, put_value.id, locale_code,
          case when known is not null then jsonb_build_object('value', old_value, 'status', old_status) end,
          jsonb_build_object('value', new_value, 'status', put_value.status));
end $$;
