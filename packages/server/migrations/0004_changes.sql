-- Facts, written in the transaction of what they tell. Names are kept as they were: a rename does not rewrite history.
-- No foreign keys: they cost a look-up per row, and nothing that is named here is ever removed from its table.
create table changes (
  project_id bigint not null,
  seq bigint not null,
  at timestamptz(3) not null,
  actor_type text not null check (actor_type in ('user', 'api_key', 'system')),
  actor_id bigint,
  event text not null,
  key_id bigint,
  translation_id bigint,
  key_name text,
  namespace text,
  locale text,
  before jsonb,
  after jsonb,
  primary key (project_id, seq)
);
create index changes_of_key on changes (project_id, key_id, seq) where key_id is not null;
