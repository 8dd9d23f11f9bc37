-- An app that makes codes, as a second factor beside the password. The secret is sealed. `last_step` is the last period of
-- 30 seconds whose code was taken: no code of it or of an earlier one is good again.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  secret bytea not null,
  created_at timestamptz(3) not null,
  last_step bigint not null,
  last_used_at timestamptz(3)
);

-- A secret that was shown and counts for nothing yet. Beside it the factor of before goes on.
create table second_factor_enrolments (
  user_id bigint primary key references users on delete cascade,
  secret bytea not null,
  expires_at timestamptz(3) not null
);

-- They are random and long enough for a plain hash. One that was used stays until all are made anew, to be counted.
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- Sign-ins whose first step was right. The second one asks whether what opened the first is still so: the hash of the
-- password that was sent; null where somebody else vouched.
create table second_steps (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  password_hash text,
  expires_at timestamptz(3) not null
);
create index second_steps_user on second_steps (user_id);
create index second_steps_expiry on second_steps (expires_at);

-- Wrong codes, one row each, by account and source as failed sign-ins are.
create table code_failures (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  source text not null,
  at timestamptz(3) not null
);
create index code_failures_user on code_failures (user_id, at);
create index code_failures_time on code_failures (at);

-- When somebody last showed that the session is still theirs; null: when it began.
alter table sessions add column confirmed_at timestamptz(3);
