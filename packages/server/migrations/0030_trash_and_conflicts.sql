-- The trash of a project, what was deleted last first.
create index keys_deleted on keys (project_id, deleted_at, id) where deleted_at is not null;

-- Changes tell the name that a namespace had then. Which names it had is read from the few that are about namespaces.
create index changes_of_namespaces on changes (project_id, seq)
  where event in ('namespace.created', 'namespace.updated', 'namespace.deleted');

-- The conflicts of a validated import, to be read by pages. What stands in the way is looked up when a page is read: a
-- copy of all those values could take more room than the import itself.
create table import_conflicts (
  session_id text not null,
  number int not null,
  file int not null,
  namespace text not null,
  locale text not null,
  key text not null,
  key_id bigint not null,
  locale_id bigint not null,
  new_value text not null,
  resolution text not null,
  primary key (session_id, number),
  foreign key (session_id, file) references import_files on delete cascade
);
-- Removing a file looks for them by it.
create index import_conflicts_of_file on import_conflicts (session_id, file);

-- Whether they were written down, for the files and places that were asked about last.
alter table import_sessions add column has_conflicts boolean not null default false;
