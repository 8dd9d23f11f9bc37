-- How many words were written on a day. Changes are counted when somebody asks, each once and from where the last one who
-- asked has stopped, so that writers have nothing to do with it and no question reads the whole history.
create table written_words (
  project_id bigint not null references projects on delete cascade,
  day date not null,
  locale text not null,
  words bigint not null,
  -- How often a value got another text.
  texts bigint not null,
  primary key (project_id, day, locale)
);

-- The last change that is counted.
create table counted_changes (
  project_id bigint primary key references projects on delete cascade,
  seq bigint not null
);
