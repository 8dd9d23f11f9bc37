-- An index row holds at most 2,704 bytes, a key name up to 3,072. So names are unique by hash and sorted by their start.
-- PostgreSQL calls convert_to stable because it depends on the server's encoding; ours is always UTF-8.
create function text_hash(text) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to($1, 'UTF8'));

-- The form in which texts are searched: case does not count. Turkish dotted İ and the Greek final ς are mapped by hand,
-- because servers differ in what they make of them.
create function folded(text) returns text
  language sql immutable strict parallel safe
  return lower(translate($1, 'İς', 'iσ') collate "default");

-- Times as every answer writes them.
create function iso_time(timestamptz) returns text
  language sql stable strict parallel safe
  return to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create table keys (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  namespace_id bigint not null references namespaces,
  name text collate "C" not null,
  name_hash bytea not null generated always as (text_hash(name)) stored,
  description text,
  ai_context text,
  is_plural boolean not null default false,
  character_limit bigint,
  -- What the source value asks its caller for, as the events and the type export tell it.
  params jsonb not null default '[]',
  created_by bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index keys_living_name on keys (namespace_id, name_hash) where deleted_at is null;
create index keys_by_name on keys (project_id, (left(name, 256)), id) where deleted_at is null;
create index keys_by_creation on keys (project_id, created_at, id) where deleted_at is null;
create index keys_by_update on keys (project_id, updated_at, id) where deleted_at is null;

create table translations (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  key_id bigint not null references keys on delete cascade,
  locale_id bigint not null references locales,
  -- Null: cleared.
  value text,
  status text not null check (status in ('translated', 'not_reviewed', 'not_translated')),
  created_by bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  reviewed_by bigint,
  reviewed_at timestamptz(3),
  unique (key_id, locale_id)
);

-- Trigrams of one project each: with the project in the index, a small project does not pay for a large neighbour. The
-- list of pending entries is kept short, because every search reads all of it.
create index keys_search on keys using gin (project_id, folded(name) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
create index translations_search on translations using gin (project_id, folded(value) gin_trgm_ops)
  with (gin_pending_list_limit = 256);

create table comments (
  id bigint generated always as identity primary key,
  translation_id bigint not null references translations on delete cascade,
  text text not null,
  author_id bigint not null,
  created_at timestamptz(3) not null
);
create index comments_translation on comments (translation_id, id);

-- What running applications saw of a key, merged. `source_hash` is of the source value at that time.
create table observations (
  key_id bigint primary key references keys on delete cascade,
  ui_type text,
  translation_role text,
  length_hint text,
  neighbors jsonb not null default '[]',
  screen_groups text[] not null default '{}',
  last_seen_at timestamptz(3) not null,
  source_hash bytea
);
