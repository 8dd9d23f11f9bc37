-- Written anew now and then to see whether the database can write at all. Kept plain: compressed, it would hardly need a
-- page. Unlogged: what is in it matters to nobody.
create unlogged table write_probe (filler text not null);
alter table write_probe alter column filler set storage plain;

-- What an idempotency key was used for first; null for those that were used before this was kept.
alter table import_commits add column body_hash bytea;

-- How much a validated import takes.
alter table import_sessions add column bytes bigint not null default 0;
create index import_sessions_of_user on import_sessions (user_id, expires_at);
