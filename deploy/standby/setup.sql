-- Once, on the first server, in the database "postgres": psql -f setup.sql. Give replicator and parlance their passwords
-- then, with \password.
create role replicator replication login;
create role parlance login;
create database parlance owner parlance template template0 encoding 'UTF8' locale 'C.UTF-8';

-- The proxy comes in without a password, from its own address, and may ask this much.
create role haproxy login;
revoke connect on database parlance from public;

-- Whether the proxy should lead to this server: it follows nobody, and what is written here is on another server, too, or
-- somebody has said that it goes on alone (promote.sql).
create function takes_writes() returns boolean
language sql stable security definer set search_path = pg_catalog
as $$
  select not pg_is_in_recovery()
     and (current_setting('synchronous_standby_names') = ''
          or exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')))
$$;
