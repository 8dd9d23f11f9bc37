-- When the person registered or accepted an invitation first. Null: somebody invited the address, and nobody has an
-- account with it yet. Until now a missing password said so, which would have let anybody register over an account that
-- signs in without one.
alter table users add column joined_at timestamptz(3);
update users set joined_at = created_at where password_hash is not null;
-- An older service beside this one would make accounts that have a password and have not joined. It is refused instead:
-- anybody could take them over.
alter table users add constraint users_password_of_joined check (joined_at is not null or password_hash is null);
