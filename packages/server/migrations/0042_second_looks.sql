-- Texts of terms that were changed, as they were and as they are, until the keys in which they stand are marked to be looked
-- at again. Triggers of the two tables of terms write it, so that no writer can forget it.
-- No foreign key: a glossary that is removed takes its terms along, and the triggers write for what is going, too.
create table terms_to_check (
  id bigint generated always as identity primary key,
  glossary_id bigint not null,
  locale_id bigint not null,
  text text not null
);
create index terms_to_check_of_glossary on terms_to_check (glossary_id, id);

-- Sightings grow old without anybody doing something, so those by which something was found are looked for now and then.
create index issues_of_room on issues (key_id) where check_id = 'exceeds_space';
