-- Accounts that are switched off, and organizations that are closed.

-- A user who is not active cannot sign in; nothing of theirs is removed. When somebody was here last is kept with them,
-- since sessions end: until now it is known as far as there are sessions, or sign-ins from known addresses.
alter table users
  add column is_active boolean not null default true,
  add column last_seen_at timestamptz(3);
update users u
set last_seen_at = greatest(
  (select max(s.seen_at) from sessions s where s.user_id = u.id),
  (select max(k.seen_at) from known_sources k where k.user_id = u.id));
create index users_search on users using gin (folded(name) gin_trgm_ops, folded(email) gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- There may be several administrators. That one is left is seen to by whoever changes them.
drop index users_instance_admin;
create index users_administrators on users (id) where is_instance_admin;

-- A closed organization has no members, so nobody comes to it. What it held is removed in steps, after which it is swept.
-- The rows of the organization and of its projects, namespaces and languages stay, without names: nothing finds the keys
-- and values that refer to them by these columns, so removing one of them would read these tables from end to end.
alter table organizations
  add column deleted_at timestamptz(3),
  add column swept_at timestamptz(3);
create index organizations_closed on organizations (deleted_at) where deleted_at is not null and swept_at is null;
create index organizations_founded on organizations (created_by) where deleted_at is null;

-- Who has ever written something in an organization, for showing names: members and those who were. The history of a
-- project tells it too, but only to whoever reads all of it.
create table writers (
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (organization_id, user_id)
);
insert into writers (organization_id, user_id)
select distinct p.organization_id, u.id
from (
  select project_id, case actor_type when 'user' then actor_id else (
    select k.created_by from api_keys k where k.id = a.actor_id) end as user_id
  from (select distinct project_id, actor_type, actor_id from changes where actor_type <> 'system') a
  union
  select project_id, created_by from api_keys
  union
  select project_id, created_by from webhooks
) w
join projects p on p.id = w.project_id
join users u on u.id = w.user_id;
