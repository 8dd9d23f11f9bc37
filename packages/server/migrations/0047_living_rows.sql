-- Until a table is analyzed for the first time, the planner takes one row in two hundred to be one that was not deleted.
-- So it takes an index of the living for tiny and reads all of it: in a young database each write of a value by the name
-- of its key read every key, and kept that plan until autovacuum came by, a minute or so later (500 keys: 2.6 ms for a write
-- instead of 1.6). It is told here what is true of nearly all rows; the first analysis replaces it. Before PostgreSQL 18
-- nobody can be told.
do $$
begin
  if current_setting('server_version_num')::int < 180000 then
    return;
  end if;
  perform pg_restore_attribute_stats(
    'schemaname', current_schema()::text, 'relname', c.table_name::text, 'attname', c.column_name::text,
    'inherited', false, 'null_frac', 1.0::real, 'avg_width', 8, 'n_distinct', 0::real)
  from information_schema.columns c
  where c.table_schema = current_schema() and c.column_name = 'deleted_at'
    and not exists (
      select from pg_stats s
      where s.schemaname = c.table_schema and s.tablename = c.table_name and s.attname = c.column_name);
end $$;
