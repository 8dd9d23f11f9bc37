-- This is the copy that runs. Those in migrations are history.
-- The other half of count_added_entries.
create or replace function count_removed_entries() returns trigger language plpgsql as $$
begin
  update memory_locales l set entries = l.entries - r.entries
  from (select memory_id, locale_id, count(*) as entries from removed group by memory_id, locale_id) r
  where l.memory_id = r.memory_id and l.locale_id = r.locale_id;
  return null;
end $$;

create or replace trigger count_removed after delete on memory_entries
  referencing old table as removed for each statement execute function count_removed_entries();
