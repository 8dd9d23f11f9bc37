-- Somebody who is invited joins by accepting. Until then there is an invitation and nothing else: neither a user nor a
-- membership, whether or not the address has an account, so that nothing tells the two cases apart, and nobody is let in
-- who came to an account with that address in another way.
create temporary table pending on commit drop as
select i.token_hash, i.organization_id, u.email, m.role, m.locale_codes, m.created_at, i.expires_at,
       (select o.user_id from memberships o
        where o.organization_id = i.organization_id and o.role = 'owner' and o.joined_at is not null
        order by o.joined_at, o.user_id limit 1) as invited_by
from invitations i
join memberships m using (organization_id, user_id)
join users u on u.id = i.user_id
where m.joined_at is null;

drop table invitations;
delete from memberships where joined_at is null;
alter table memberships alter column joined_at set not null;
delete from users where joined_at is null;
alter table users drop column joined_at;

-- Who founded it; null where that is not known any more. Closed registration stays closed for the invitations of a
-- founder who is no administrator of the instance.
alter table organizations add column created_by bigint references users on delete set null;
update organizations o
set created_by = (
  select m.user_id from memberships m
  where m.organization_id = o.id and m.joined_at = o.created_at
  order by m.user_id limit 1);

create table invitations (
  -- Taken from the numbers of users, so that it is nobody else's, now or later. Whoever gets an account by accepting
  -- keeps it as their own.
  id bigint primary key default nextval('users_id_seq'),
  organization_id bigint not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'developer', 'reviewer', 'translator', 'viewer')),
  -- Null: all languages.
  locale_codes text[],
  token_hash bytea not null unique,
  -- Who vouches for a new account. Of invitations that are older than this column: the first owner.
  invited_by bigint references users on delete set null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create unique index invitations_address on invitations (organization_id, lower(email));

insert into invitations (organization_id, email, role, locale_codes, token_hash, invited_by, created_at, expires_at)
select organization_id, email, role, locale_codes, token_hash, invited_by, created_at, expires_at
from pending order by created_at;
