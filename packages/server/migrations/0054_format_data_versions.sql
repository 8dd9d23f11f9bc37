-- How often the format data of a project's keys was written: it is told by no change, and whoever has read it wants to know
-- whether it is still the same.
create table format_data_versions (
  project_id bigint primary key references projects on delete cascade,
  version bigint not null
);
