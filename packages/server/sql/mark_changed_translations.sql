-- This is the copy that runs. Those in migrations are history.
-- Notes the terms whose translations came, went or are others: where the source has the term, values are held against its
-- translations. Forbidden translations are noted themselves, because values are searched for them whatever the source says.
-- A term that is gone was noted when it went. As with terms, 201 of one statement at most.
create or replace function mark_changed_translations() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into terms_to_check (glossary_id, locale_id, text)
    select a.glossary_id, t.source_locale_id, t.term from added a join terms t on t.id = a.term_id
    union
    select a.glossary_id, a.locale_id, a.text from added a where a.term_type = 'forbidden'
    limit 201;
  end if;
  if tg_op <> 'INSERT' then
    insert into terms_to_check (glossary_id, locale_id, text)
    select r.glossary_id, t.source_locale_id, t.term from removed r join terms t on t.id = r.term_id
    union
    select r.glossary_id, r.locale_id, r.text from removed r where r.term_type = 'forbidden'
    limit 201;
  end if;
  return null;
end $$;

create or replace trigger mark_added after insert on term_translations
  referencing new table as added for each statement execute function mark_changed_translations();
create or replace trigger mark_changed after update on term_translations
  referencing old table as removed new table as added for each statement execute function mark_changed_translations();
create or replace trigger mark_removed after delete on term_translations
  referencing old table as removed for each statement execute function mark_changed_translations();
