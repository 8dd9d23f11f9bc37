-- Who somebody is to the passkeys they make: it says nothing about the person, and stays the same.
alter table users add column passkey_handle uuid not null default gen_random_uuid();

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- As the authenticator calls it, in base64url.
  credential_id text not null unique,
  -- In COSE.
  public_key bytea not null,
  -- How often it has signed, where it counts; never less than before.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id);

-- What a passkey was asked to sign. Each is taken once. For a new passkey it belongs to the session that asked; nobody is
-- signed in yet who asks to be let in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  session_id bigint references sessions on delete cascade,
  source text not null,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_session on passkey_challenges (session_id);
create index passkey_challenges_source on passkey_challenges (source, expires_at);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
