-- An index row holds at most 2,704 bytes, a key name up to 3,072. So names are unique by hash and sorted by their start.
-- PostgreSQL calls convert_to stable because it depends on the server's encoding; ours is always UTF-8.
create function text_hash(text) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to($1, 'UTF8'));

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
