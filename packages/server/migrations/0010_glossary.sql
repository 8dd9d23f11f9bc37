-- One per organization. Every write to its terms locks the row first and raises `revision`, so writes to one glossary
-- follow each other, and whoever keeps a copy of the terms in memory can ask what changed since.
create table glossaries (
  id bigint generated always as identity primary key,
  organization_id bigint not null unique references organizations on delete cascade,
  name text not null,
  revision bigint not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- A concept, under the name it has in its source language.
create table terms (
  id bigint generated always as identity primary key,
  glossary_id bigint not null references glossaries on delete cascade,
  concept_id text collate "C" not null,
  source_locale_id bigint not null references locales,
  term text not null,
  -- The order of lists, and what makes two terms the same in an import. At most 500 code points: an index row holds it.
  folded_term text collate "C" not null generated always as (folded(term)) stored,
  definition text,
  subject text,
  term_type text not null default 'preferred' check (term_type in ('preferred', 'forbidden')),
  part_of_speech text,
  gender text,
  description text,
  is_case_sensitive boolean not null default false,
  is_exact_match boolean not null default false,
  is_translatable boolean not null default true,
  -- That of the glossary when the term was last written.
  revision bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (glossary_id, concept_id)
);
create index terms_by_name on terms (glossary_id, folded_term, id);
-- As with keys: trigrams of one glossary each, and a short list of pending entries, because every search reads it.
create index terms_search on terms using gin (glossary_id, folded_term gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index terms_by_revision on terms (glossary_id, revision, id);

create table term_translations (
  id bigint generated always as identity primary key,
  glossary_id bigint not null,
  term_id bigint not null references terms on delete cascade,
  locale_id bigint not null references locales,
  text text not null,
  term_type text not null default 'preferred' check (term_type in ('preferred', 'forbidden')),
  part_of_speech text,
  gender text,
  description text,
  unique (term_id, locale_id)
);
create index term_translations_search on term_translations using gin (glossary_id, folded(text) gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- What is gone, for those who keep copies.
create table deleted_terms (
  glossary_id bigint not null references glossaries on delete cascade,
  revision bigint not null,
  term_id bigint not null,
  primary key (glossary_id, revision, term_id)
);
