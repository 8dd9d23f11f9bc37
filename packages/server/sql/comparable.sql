-- This is the copy that runs. Those in migrations are history.
-- The form in which texts are compared, as `similarity.ts` makes it: NFC, runs of white space as one space, trimmed. The
-- characters are those that JavaScript calls white space; PostgreSQL's own class differs from server to server.
-- Columns and indexes hold what it returned. Whoever lets it return something else rewrites them in a migration.
create or replace function comparable(text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(normalize($1, NFC),
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' ');
