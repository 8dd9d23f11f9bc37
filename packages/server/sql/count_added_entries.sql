-- This is the copy that runs. Those in migrations are history.
-- Keeps the number of entries that a memory has in each language: counting a million takes longer than anybody waits for
-- a list. It runs once for a statement, not once for a row.
create or replace function count_added_entries() returns trigger language plpgsql as $$
begin
  insert into memory_locales as l (memory_id, locale_id, entries)
  select memory_id, locale_id, count(*) from added group by memory_id, locale_id
  on conflict (memory_id, locale_id) do update set entries = l.entries + excluded.entries;
  return null;
end $$;

create or replace trigger count_added after insert on memory_entries
  referencing new table as added for each statement execute function count_added_entries();
