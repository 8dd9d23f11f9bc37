-- What was found in values. A worker follows the changes of each project and writes it down after their commit
-- (features/checks/follow), so that whoever writes values waits for nothing.

-- How far a project was looked at. A project without a row is looked at from its first key on, and so are all that were
-- there before this table.
create table issue_positions (
  project_id bigint primary key references projects on delete cascade,
  -- Changes up to here were looked at.
  seq bigint not null,
  -- Everything is looked at again, key by key: up to this one it was. Null: nothing of the kind is under way.
  swept_to bigint,
  -- Of the checks that the last such look began with.
  checks_version int not null
);

-- Keys all of whose values are to be looked at again: their source text is another, or something that is no change of the
-- project, such as a term. Whoever looks takes the mark away in the transaction that writes what was found.
create table keys_to_check (
  project_id bigint not null,
  key_id bigint not null,
  since timestamptz(3) not null,
  primary key (project_id, key_id)
);

-- What somebody said is right. It outlives what it was said of: the same finding in a later text is ignored as well.
create table issue_ignores (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  key_id bigint not null references keys on delete cascade,
  -- Null: in all languages, and in every branch of a message.
  locale_id bigint,
  check_id text not null,
  branch text,
  params jsonb not null,
  reason text not null,
  ignored_by bigint,
  ignored_at timestamptz(3) not null
);
create index issue_ignores_of_key on issue_ignores (key_id);

create table issues (
  -- Made of key, language, check, branch and params, so what lasts keeps its row.
  id text primary key,
  project_id bigint not null,
  key_id bigint not null references keys on delete cascade,
  locale_id bigint not null,
  check_id text not null,
  -- By the settings of the project when it was looked at.
  severity text not null check (severity in ('error', 'warning')),
  branch text,
  params jsonb not null,
  message text not null,
  span_start int,
  span_end int,
  fix text,
  -- Null: open.
  ignore_id bigint references issue_ignores on delete set null,
  detected_at timestamptz(3) not null
);
create index issues_of_value on issues (key_id, locale_id);
-- For the end of an ignore, which would else look through all findings.
create index issues_ignored on issues (ignore_id) where ignore_id is not null;

-- To look at a project key by key, beginning anywhere.
create index keys_by_id on keys (project_id, id) where deleted_at is null;
