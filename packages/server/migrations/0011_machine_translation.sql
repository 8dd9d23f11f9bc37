-- What a job of the kind machine_translation is about. Locales are kept by name, too: one that is removed later is still
-- told by its job.
create table translation_jobs (
  job_id bigint primary key references jobs on delete cascade,
  source_locale_id bigint not null references locales,
  target_locale_id bigint not null references locales,
  source_locale text not null,
  target_locale text not null,
  overwrite_existing boolean not null,
  total int not null,
  processed int not null default 0,
  failed int not null default 0,
  -- When progress was told last.
  told_at timestamptz(3),
  error text
);

-- The keys a job has not come to yet, and those that failed. One that is done has no row any more, so a job that is
-- taken over goes on with what is left.
create table translation_job_keys (
  job_id bigint not null references translation_jobs on delete cascade,
  key_id bigint not null,
  -- Null: not yet.
  error_type text,
  message text,
  key_name text,
  primary key (job_id, key_id)
);
create index translation_job_keys_waiting on translation_job_keys (job_id, key_id) where error_type is null;

-- Characters that were sent to an outside provider.
create table translation_usage (
  organization_id bigint not null references organizations on delete cascade,
  month date not null,
  characters bigint not null,
  primary key (organization_id, month)
);
