-- What was validated and may be committed from any instance until it expires. A session outlives its files by days, so
-- that whoever comes too late is told so; those of the command line live within one transaction.
create table import_sessions (
  id text primary key,
  project_id bigint not null references projects on delete cascade,
  user_id bigint not null,
  default_resolution text,
  allow_new_locales boolean not null default false,
  -- Why it can never be committed: limits that were crossed.
  faults jsonb not null default '[]',
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index import_sessions_expiry on import_sessions (expires_at);

create table import_files (
  session_id text not null references import_sessions on delete cascade,
  position int not null,
  filename text not null,
  locale text,
  namespace text,
  -- What is wrong with the content itself, wherever it would go.
  faults jsonb not null default '[]',
  primary key (session_id, position)
);

-- The texts of a file by key, some thousand in a part: small enough to be written and read in turns.
create table import_parts (
  session_id text not null,
  file int not null,
  part int not null,
  entries json not null,
  primary key (session_id, file, part),
  foreign key (session_id, file) references import_files on delete cascade
);
-- Compressing them would take longer than anything else of a validation.
alter table import_parts alter column entries set storage external;

-- The first answer to each idempotency key.
create table import_commits (
  project_id bigint not null references projects on delete cascade,
  user_id bigint not null,
  idempotency_key text not null,
  answer json,
  created_at timestamptz(3) not null,
  primary key (project_id, user_id, idempotency_key)
);
create index import_commits_age on import_commits (created_at);

create table import_progress (
  project_id bigint not null references projects on delete cascade,
  tracking_id text not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  total_files int not null,
  processed_files int not null,
  current_file text,
  results jsonb not null,
  started_at timestamptz(3) not null,
  -- Renewed while it runs: what a crash left behind is known by its age.
  seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (project_id, tracking_id)
);
create index import_progress_expiry on import_progress (expires_at);

-- Token buckets, one for each caller in a project. A crash fills them up, which does no harm.
create unlogged table import_rates (
  project_id bigint not null,
  actor_type text not null,
  actor_id bigint not null,
  tokens double precision not null,
  at timestamptz(3) not null,
  primary key (project_id, actor_type, actor_id)
);
