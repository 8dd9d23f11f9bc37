-- What a project wants to know of: by check, how bad its findings are, in all languages (`severity`) and in some
-- (`localeSeverities`, by code). What is not there is as the checks themselves say.
alter table projects
  add column check_severities jsonb not null default '{}',
  -- Whether an open error keeps a value from being translated.
  add column block_review boolean not null default false;
