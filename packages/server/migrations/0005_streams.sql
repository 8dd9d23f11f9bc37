-- The open streams of all instances, so that their caps hold together. A row lives as long as its lease is renewed; what
-- a crash leaves behind runs out by itself, and need not survive one.
create unlogged table open_streams (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('project', 'key')),
  project_id bigint not null,
  user_id bigint not null,
  expires_at timestamptz(3) not null
);
create index open_streams_project on open_streams (project_id);
create index open_streams_user on open_streams (user_id);
