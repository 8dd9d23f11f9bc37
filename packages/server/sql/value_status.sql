-- This is the copy that runs. Those in migrations are history.
-- A value's status when none was asked for: an unchanged text keeps its own.
drop function if exists value_status;
create function value_status(given text, value text, is_known boolean, known_value text, known_status text) returns text
  language sql immutable parallel safe
  return case
    when given is not null then given
    when is_known and known_value is not distinct from value then known_status
    when coalesce(value, '') = '' then 'not_translated'
    else 'not_reviewed'
  end;
