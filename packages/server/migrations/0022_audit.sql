-- Who came in and who changed what others may do, for each organization. Written with what it tells; kept for a time that
-- is a setting. It refers to no other row but its organization, so that it outlives whatever it tells of.
create table audit_entries (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  at timestamptz(3) not null,
  actor_type text not null check (actor_type in ('user', 'api_key', 'system')),
  actor_id bigint,
  event text not null,
  subject_type text not null,
  subject_id bigint,
  subject_name text,
  details jsonb not null,
  address text
);
create index audit_entries_newest on audit_entries (organization_id, at, id);
create index audit_entries_of_actor on audit_entries (organization_id, actor_id, at, id);
create index audit_entries_age on audit_entries (at);
