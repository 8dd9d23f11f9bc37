-- This is the copy that runs. Those in migrations are history.
-- Notes the texts of terms that came, went, or are looked for in another way. Of what one statement changes it notes 201 at
-- most: from there on whoever reads the notes looks at everything (follow/terms.ts).
create or replace function mark_changed_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into terms_to_check (glossary_id, locale_id, text)
    select glossary_id, source_locale_id, term from added limit 201;
  elsif tg_op = 'DELETE' then
    insert into terms_to_check (glossary_id, locale_id, text)
    select glossary_id, source_locale_id, term from removed limit 201;
  else
    -- A term is touched whenever one of its translations is changed, which those note by themselves. Forbidden ones are
    -- looked for as the term says.
    insert into terms_to_check (glossary_id, locale_id, text)
    select distinct noted.*
    from removed r join added a on a.id = r.id
    cross join lateral (
      values (r.glossary_id, r.source_locale_id, r.term), (a.glossary_id, a.source_locale_id, a.term)
      union all
      select tt.glossary_id, tt.locale_id, tt.text from term_translations tt
      where tt.term_id = a.id and tt.term_type = 'forbidden'
    ) noted
    where (r.source_locale_id, r.term, r.term_type, r.is_case_sensitive, r.is_exact_match, r.is_translatable)
          is distinct from
          (a.source_locale_id, a.term, a.term_type, a.is_case_sensitive, a.is_exact_match, a.is_translatable)
    limit 201;
  end if;
  return null;
end $$;

create or replace trigger mark_added after insert on terms
  referencing new table as added for each statement execute function mark_changed_terms();
create or replace trigger mark_changed after update on terms
  referencing old table as removed new table as added for each statement execute function mark_changed_terms();
create or replace trigger mark_removed after delete on terms
  referencing old table as removed for each statement execute function mark_changed_terms();
