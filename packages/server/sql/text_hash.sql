-- This is the copy that runs. Those in migrations are history.
-- The hash by which long texts are indexed: an index row holds at most 2,704 bytes, a key name up to 3,072.
-- PostgreSQL calls convert_to stable because it depends on the server's encoding; ours is always UTF-8.
-- Columns and indexes hold what it returned. Whoever lets it return something else rewrites them in a migration.
create or replace function text_hash(text) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to($1, 'UTF8'));
