-- The form in which texts are compared, as `similarity.ts` makes it: NFC, runs of white space as one space, trimmed. The
-- characters are those that JavaScript calls white space; PostgreSQL's own class differs from server to server.
create function comparable(text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(normalize($1, NFC),
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' ');

create table memories (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  description text,
  source_locale_id bigint not null references locales,
  is_shared boolean not null,
  auto_populate boolean not null,
  only_approved boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index memories_organization on memories (organization_id, id);

-- Whoever adds entries, or changes what the order of matches depends on, holds the row of the memory from before the
-- versions are drawn until the commit. So the versions of one memory are in the order of its commits, and a reader that
-- goes on after the last one it saw misses nothing.
create sequence memory_entry_versions;
create table memory_entries (
  id bigint generated always as identity,
  version bigint not null default nextval('memory_entry_versions'),
  memory_id bigint not null references memories on delete cascade,
  locale_id bigint not null references locales,
  source_text text not null,
  target_text text not null,
  context_key text,
  -- The first tells which entries are the same, the second which are equal to a text that is looked for.
  source_hash bytea not null generated always as (text_hash(source_text)) stored,
  match_hash bytea not null generated always as (text_hash(comparable(source_text))) stored,
  match_length int not null generated always as (char_length(comparable(source_text))) stored,
  source_project_id bigint,
  author_id bigint,
  -- For authors that only a file knows.
  author_name text,
  usage_count bigint not null default 0,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (memory_id, id)
);
create unique index memory_entries_identity
  on memory_entries (memory_id, locale_id, match_hash, source_hash, context_key) nulls not distinct;
create unique index memory_entries_version on memory_entries (memory_id, locale_id, version);
-- As with keys: trigrams of one memory each. Both texts together, because one index of both is written faster than two.
create index memory_entries_search on memory_entries
  using gin (memory_id, folded(source_text || ' ' || target_text) gin_trgm_ops) with (gin_pending_list_limit = 1024);

-- How many entries a memory has in each language: counting a million takes longer than anybody waits for a list.
create table memory_locales (
  memory_id bigint not null references memories on delete cascade,
  locale_id bigint not null references locales,
  entries bigint not null,
  primary key (memory_id, locale_id)
);

create function count_added_entries() returns trigger language plpgsql as $$
begin
  insert into memory_locales as l (memory_id, locale_id, entries)
  select memory_id, locale_id, count(*) from added group by memory_id, locale_id
  on conflict (memory_id, locale_id) do update set entries = l.entries + excluded.entries;
  return null;
end $$;
create trigger count_added after insert on memory_entries
  referencing new table as added for each statement execute function count_added_entries();

create function count_removed_entries() returns trigger language plpgsql as $$
begin
  update memory_locales l set entries = l.entries - r.entries
  from (select memory_id, locale_id, count(*) as entries from removed group by memory_id, locale_id) r
  where l.memory_id = r.memory_id and l.locale_id = r.locale_id;
  return null;
end $$;
create trigger count_removed after delete on memory_entries
  referencing old table as removed for each statement execute function count_removed_entries();

create table memory_assignments (
  project_id bigint not null references projects on delete cascade,
  memory_id bigint not null references memories on delete cascade,
  priority int not null,
  is_writable boolean not null,
  penalty int not null,
  primary key (project_id, memory_id)
);
create unique index memory_assignments_writable on memory_assignments (project_id) where is_writable;
create index memory_assignments_memory on memory_assignments (memory_id);

-- How far the changes of a project have been taken over into its writable memory. Projects without one have no row.
create table memory_positions (
  project_id bigint primary key references projects on delete cascade,
  seq bigint not null
);
