-- Accounts at identity providers that open accounts here. They are known by issuer and subject, which never change; the
-- address is what the provider told last, for their owner to see, and opens nothing.
create table identities (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  unique (issuer, subject),
  unique (user_id, issuer)
);

-- People who are at the identity provider at the moment. Each is taken once, by the browser that began it. What is to be
-- kept secret of one follows from the cookie of that browser and stands in no table.
create table departures (
  state_hash bytea primary key,
  browser_hash bytea not null,
  source text not null,
  redirect_uri text not null,
  return_to text not null,
  -- Of whoever wants to link their account; it ends with the session.
  session_id bigint references sessions on delete cascade,
  -- Of an invitation that is to be accepted.
  token_hash bytea,
  created_at timestamptz(3) not null
);
create index departures_session on departures (session_id);
create index departures_source on departures (source, created_at);
create index departures_time on departures (created_at);
