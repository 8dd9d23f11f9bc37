create table projects (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  source_locale_id bigint not null references locales,
  cdn_token text not null unique,
  cdn_format text not null default 'json',
  cdn_structure text not null default 'flat',
  -- Null: every status but empty values.
  cdn_statuses text[],
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index projects_organization on projects (organization_id) where deleted_at is null;

-- Taken as the last lock of every transaction that records changes. `seq` numbers a project's changes without gaps in
-- the order of their commits; `keys` counts its living keys. Free space keeps the updates within the page (HOT).
create table project_counters (
  project_id bigint primary key references projects on delete cascade,
  seq bigint not null default 0,
  keys bigint not null default 0
) with (fillfactor = 20);

-- The languages in use. Removing one deletes its row here and leaves its values alone.
create table project_locales (
  project_id bigint not null references projects on delete cascade,
  locale_id bigint not null references locales,
  added_at timestamptz(3) not null,
  primary key (project_id, locale_id)
);

create table namespaces (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  name text collate "C" not null,
  is_default boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index namespaces_living_name on namespaces (project_id, name) where deleted_at is null;
create unique index namespaces_default on namespaces (project_id) where is_default;

create table api_keys (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  name text not null,
  key_hash bytea not null unique,
  prefix text not null,
  scopes text[] not null,
  permissions text[] not null,
  created_by bigint not null references users,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  -- A revoked key stays for the history that names it.
  revoked_at timestamptz(3)
);
create index api_keys_project on api_keys (project_id) where revoked_at is null;
