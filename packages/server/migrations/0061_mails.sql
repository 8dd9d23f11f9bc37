-- Mail that is to be sent, written with what it tells of. What stands in it is sealed, and goes when the mail has ended; the
-- rest stays for a day, to be counted: how often an address is written to, and how much somebody sends.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invitation', 'password_reset', 'webhook_disabled')),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'ended')),
  content bytea,
  -- Of what its link opens: when that is gone, nobody needs the mail any more.
  token_hash bytea,
  address_hash bytea not null,
  -- Whoever made it be sent, and where a request of somebody who is not signed in came from. Numbers to count by: backups
  -- leave this table out, so it refers to none that they hold.
  asked_by bigint,
  source text,
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Its schedule and its lease; null when it has ended.
  due_at timestamptz(3),
  check ((state = 'ended') = (due_at is null)),
  check ((state = 'ended') = (content is null))
);
create index mails_due on mails (due_at) where due_at is not null;
create index mails_created on mails (created_at);
create index mails_address on mails (address_hash, created_at);
create index mails_asked_by on mails (asked_by, created_at) where asked_by is not null;
create index mails_source on mails (source, created_at) where source is not null;

-- A link to a new password that somebody has asked for themselves: it needs no organization, and nobody who vouches.
create table own_reset_links (
  user_id bigint primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
