-- The limit that a text is over, counted in code points; null when there is none, or when the text fits.
-- Whoever holds a text against the limit of its key asks this: the two writers of values (`upsert` in write-values.ts, and
-- put_value), the previews of an import (plan.ts) and of a revert (undo-plan.ts, undo-keys.ts), and whoever lowers a limit
-- (metadata.ts).
-- A text has no more characters than bytes, and those are known without a look at it: most texts are never counted.
drop function if exists exceeded_limit;
create function exceeded_limit(value text, character_limit bigint) returns bigint language sql immutable parallel safe
  return case
    when character_limit is null or octet_length(value) <= character_limit then null
    when char_length(value) > character_limit then character_limit
  end;
