-- On the standby, when the other server is lost: psql -f promote.sql. It goes on alone, and takes writes.
alter system set synchronous_standby_names = '';
select pg_reload_conf();
select pg_promote();
