-- This is the copy that runs. Those in migrations are history.
-- Times as every answer writes them.
drop function if exists iso_time;
create function iso_time(timestamptz) returns text
  language sql stable strict parallel safe
  return to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
