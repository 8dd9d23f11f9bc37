-- This is the copy that runs. Those in migrations are history.
-- The form in which texts are searched: case does not count. Turkish dotted İ and the Greek final ς are mapped by hand,
-- because servers differ in what they make of them.
-- Columns and indexes hold what it returned. Whoever lets it return something else rewrites them in a migration.
create or replace function folded(text) returns text
  language sql immutable strict parallel safe
  return lower(translate($1, 'İς', 'iσ') collate "default");
