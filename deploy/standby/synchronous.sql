-- On the server that takes writes, when its new standby follows: psql -f synchronous.sql. From here on writes wait for it.
alter system reset synchronous_standby_names;
select pg_reload_conf();
