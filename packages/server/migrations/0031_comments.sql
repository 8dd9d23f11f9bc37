-- Comments belong to a key, in one of its languages or in none. What was said about a value stays with its key and language.
alter table comments
  add column key_id bigint,
  add column locale_id bigint,
  add column mentions bigint[] not null default '{}',
  add column is_resolved boolean not null default false,
  add column resolved_by bigint;

update comments c set key_id = t.key_id, locale_id = t.locale_id from translations t where t.id = c.translation_id;

alter table comments
  alter column key_id set not null,
  add constraint comments_key_id_fkey foreign key (key_id) references keys on delete cascade,
  add constraint comments_locale_id_fkey foreign key (locale_id) references locales,
  drop column translation_id;
create index comments_of_key on comments (key_id, id);
