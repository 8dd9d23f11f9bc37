create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- One row: what all instances on this database share.
create table instance (
  singleton boolean primary key default true check (singleton),
  cursor_secret bytea not null
);

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  -- Null until an invitation is accepted: such a user cannot sign in.
  password_hash text,
  is_instance_admin boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index users_email on users (lower(email));
-- The first registered user, once, also when two register at the same moment.
create unique index users_instance_admin on users (is_instance_admin) where is_instance_admin;

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);


-- Failed sign-ins by account and address. The account is a hash: an address typed wrongly may be somebody's password.
create table login_failures (
  account_hash bytea not null,
  address text not null,
  -- The last ten, newest first.
  failed_at timestamptz(3)[] not null,
  primary key (account_hash, address)
);
create index login_failures_last on login_failures ((failed_at[1]));

create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  key_limit bigint,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table memberships (
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'developer', 'reviewer', 'translator', 'viewer')),
  -- Null: all languages.
  locale_codes text[],
  -- Null until the invitation is accepted; such a membership gives no access.
  joined_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (organization_id, user_id)
);
create index memberships_user on memberships (user_id);

-- An invitation opens the membership it was made for and no other: whoever holds it may be another organization's
-- administrator, who must not get into a third one by an email address.
create table invitations (
  token_hash bytea primary key,
  organization_id bigint not null,
  user_id bigint not null,
  expires_at timestamptz(3) not null,
  unique (organization_id, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);

create table locales (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  code text collate "C" not null,
  name text not null,
  unique (organization_id, code)
);
