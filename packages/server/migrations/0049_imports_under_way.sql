-- Every import is found while it runs, with whoever began it. An older instance beside this one does not tell.
alter table import_progress
  add column source text not null default 'web' check (source in ('web', 'cli')),
  add column actor_type text not null default 'system' check (actor_type in ('user', 'api_key', 'system')),
  add column actor_id bigint;
