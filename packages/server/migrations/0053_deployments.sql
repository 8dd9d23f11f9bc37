-- What code that runs somewhere expects of keys: told by the code itself, compared with texts that somebody wants to change.
create table deployments (
  project_id bigint not null references projects on delete cascade,
  name text not null,
  key_count integer not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, name)
);
create table deployment_keys (
  project_id bigint not null,
  deployment text not null,
  namespace text not null,
  name_hash bytea not null,
  name text not null,
  params jsonb not null,
  foreign key (project_id, deployment) references deployments on delete cascade
);
create index deployment_keys_of_deployment on deployment_keys (project_id, deployment);
-- Keys are found by name, which may be long.
create index deployment_keys_by_name on deployment_keys (project_id, name_hash);
