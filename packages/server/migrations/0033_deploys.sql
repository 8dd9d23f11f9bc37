-- What each of the last deploys of a project published, so that one of them can be published again. A deploy is a job of
-- the kind cdn_deploy: how it went stands there. The rows of older ones are deleted, and with them their files.
create table cdn_deploys (
  id bigint primary key references jobs on delete cascade,
  project_id bigint not null references projects on delete cascade,
  -- The last change of the project that the files hold, and the settings they were written by; null: unknown, or not
  -- built yet. Later changes tell whether what is published is behind.
  seq bigint,
  format text,
  structure text,
  statuses text[],
  files int not null default 0,
  bytes bigint not null default 0,
  warnings jsonb not null default '[]',
  error text
);
create index cdn_deploys_of_project on cdn_deploys (project_id, id);

-- What is published and bears the number of no job is taken for what the first deploy published.
insert into jobs (kind, project_id, lane, actor_type, actor_id, user_id, state, attempt, created_at, started_at,
                  finished_at)
select 'cdn_deploy', c.project_id, 'cdn ' || c.project_id, 'system', 0, 0, 'completed', 1, c.published_at,
       c.published_at, c.published_at
from cdn_publications c
where not exists (
  select 1 from jobs j where j.id = c.version and j.project_id = c.project_id and j.kind = 'cdn_deploy');

-- With each switch the version rises by one, also when an older deploy is published again; until now it was the number of
-- the job. When a switch was announced last: one that was never made, because its process died, is called off.
alter table cdn_publications
  add column deploy_id bigint,
  add column announced_at timestamptz(3);
update cdn_publications c
set deploy_id = (
  select j.id from jobs j
  where j.project_id = c.project_id and j.kind = 'cdn_deploy' and (j.id = c.version or j.actor_type = 'system')
  order by j.id = c.version desc
  limit 1);

-- Settings that may have changed since count as unknown, and what was written since the deploy began as not in it.
insert into cdn_deploys (id, project_id, seq, format, structure, statuses)
select c.deploy_id, c.project_id,
       coalesce((
         select b.seq from changes b
         where b.project_id = c.project_id and b.event = 'cdn_deploy.started' and b.seq < coalesce((
           select e.seq from changes e
           where e.project_id = c.project_id and e.event = 'cdn_deploy.completed'
           order by e.seq desc limit 1), 0)
         order by b.seq desc limit 1), 0),
       case when p.updated_at <= c.published_at then p.cdn_format end,
       case when p.updated_at <= c.published_at then p.cdn_structure end,
       case when p.updated_at <= c.published_at then p.cdn_statuses end
from cdn_publications c
join projects p on p.id = c.project_id;

-- Those that wait or run now become deploys like any other.
insert into cdn_deploys (id, project_id)
select j.id, j.project_id from jobs j where j.kind = 'cdn_deploy' and j.due_at is not null
on conflict do nothing;

alter table cdn_publications
  alter column deploy_id set not null,
  add foreign key (deploy_id) references cdn_deploys;
create index cdn_publications_deploy on cdn_publications (deploy_id);

-- Files belong to their deploy, and a publication points to one. `size` is that of the file itself, whatever its encoding.
alter table cdn_files
  add column deploy_id bigint,
  add column size bigint;
update cdn_files f
set deploy_id = c.deploy_id,
    size = (
      select octet_length(b.bytes)
      from cdn_files i join cdn_blobs b on b.hash = i.hash
      where i.project_id = f.project_id and i.namespace is not distinct from f.namespace and i.locale = f.locale
        and i.encoding = 'identity')
from cdn_publications c
where c.project_id = f.project_id;
alter table cdn_files
  drop column project_id,
  alter column deploy_id set not null,
  alter column size set not null,
  add foreign key (deploy_id) references cdn_deploys on delete cascade,
  add unique nulls not distinct (deploy_id, namespace, locale, encoding);

update cdn_deploys d
set files = f.files, bytes = f.bytes
from (select deploy_id, count(*) as files, sum(size) as bytes from cdn_files where encoding = 'identity' group by 1) f
where f.deploy_id = d.id;
