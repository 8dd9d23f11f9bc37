-- Functions and triggers live in `sql/` from here on, where they are edited in place. What was applied of each file last,
-- so that a start applies those that have changed.
create table sql_files (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null
);
