-- What a session came with when it began, so that its owner can tell it from others. Null where it began before this.
alter table sessions add column user_agent text;
alter table sessions add column address text;

-- What clients keep for a person, as JSON in the very letters that were sent: it is handed back and never looked into.
create table preferences (
  user_id bigint primary key references users on delete cascade,
  value text not null
);

-- A way to a new password, given by somebody who manages the members of an organization. One for each person, so that a new
-- one ends the one before. It ends with the membership of either: who has left neither uses nor vouches for one.
create table reset_links (
  user_id bigint primary key references users on delete cascade,
  organization_id bigint not null,
  created_by bigint not null,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (organization_id, user_id) references memberships on delete cascade,
  foreign key (organization_id, created_by) references memberships on delete cascade
);
create index reset_links_of_maker on reset_links (organization_id, created_by);

-- Wrong tokens of invitations and reset links, one row each, counted by where they came from as failed sign-ins are.
create table token_failures (
  id bigint generated always as identity primary key,
  source text not null,
  at timestamptz(3) not null
);
create index token_failures_source on token_failures (source, at);
create index token_failures_time on token_failures (at);
