-- What a file says about its texts beside them, by key; null where it says nothing, as most files do. `said` names what any of
-- its texts has, so that nothing else is looked for.
alter table import_files
  add column said text[] not null default '{}',
  add column options jsonb not null default '{}';
alter table import_parts add column details json;
