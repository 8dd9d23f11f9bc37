-- Work that goes on after its request was answered. `due_at` is both schedule and lease: null when nothing more is to be
-- done, and moved ahead by whoever works, so that work whose process died is taken over. `attempt` rises with every
-- claim; what a claim writes counts only while the number is still its own.
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  project_id bigint not null references projects on delete cascade,
  -- Jobs of one lane run one after the other, in the order of their ids.
  lane text not null,
  actor_type text not null,
  actor_id bigint not null,
  user_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
  attempt int not null default 0,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  due_at timestamptz(3)
);
create index jobs_due on jobs (lane, id) where due_at is not null;
create index jobs_of_project on jobs (project_id, kind, created_at);

-- What is published of a project now. `version` is the job that published it. While `is_switching`, readers do not rely
-- on what they knew a moment ago.
create table cdn_publications (
  project_id bigint primary key references projects on delete cascade,
  version bigint not null,
  is_switching boolean not null default false,
  published_at timestamptz(3) not null
);

-- Bytes by their SHA-256, shared by all files that are equal. They are compressed where that helps, so the database
-- need not try. `kept_until` protects what a deploy has stored and not published yet.
create table cdn_blobs (
  hash bytea primary key,
  bytes bytea not null,
  kept_until timestamptz(3) not null
);
alter table cdn_blobs alter column bytes set storage external;

create table cdn_files (
  project_id bigint not null references cdn_publications on delete cascade,
  -- Null: the default namespace.
  namespace text collate "C",
  locale text not null,
  encoding text not null check (encoding in ('identity', 'br', 'gzip')),
  hash bytea not null references cdn_blobs,
  unique nulls not distinct (project_id, namespace, locale, encoding)
);
create index cdn_files_hash on cdn_files (hash);
