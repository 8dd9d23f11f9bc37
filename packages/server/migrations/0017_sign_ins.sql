-- Failed sign-ins, one row each, so that they can be counted by account, by source and over all. A source is an address, or
-- the /64 of an IPv6 one. The account is a hash of the email as lower() spells it, since that is what tells accounts apart;
-- and a hash, since what was typed as an email may be somebody's password.
drop table login_failures;
create table login_failures (
  id bigint generated always as identity primary key,
  account_hash bytea not null,
  source text not null,
  at timestamptz(3) not null
);
create index login_failures_account on login_failures (account_hash, at);
create index login_failures_source on login_failures (source, at);
create index login_failures_time on login_failures (at);

-- Where people have signed in from: wrong guesses from elsewhere do not lock them out there.
create table known_sources (
  user_id bigint not null references users on delete cascade,
  source text not null,
  seen_at timestamptz(3) not null,
  primary key (user_id, source)
);

-- 90 days in hours: a day is not always 24 of them.
update sessions set expires_at = least(expires_at, created_at + interval '2160 hours');
