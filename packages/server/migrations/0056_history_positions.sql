-- Up to which change the history of a project was thinned out, where it is not kept for good.
create table history_positions (
  project_id bigint primary key references projects on delete cascade,
  seq bigint not null default 0
);
