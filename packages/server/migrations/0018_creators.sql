-- Webhooks follow their creators, as API keys do: they tell what their creators may see at the moment, and end when these
-- leave.
-- False for a webhook that was made, or last changed, by an API key that may not read: it tells that values changed, not
-- what they are. Who made the older ones, a person or a key, is not known.
alter table webhooks add column sees_values boolean not null default true;

-- Those whose creators have left already. That was long ago: nobody is told.
update webhooks w set is_active = false
from projects p
where p.id = w.project_id and w.is_active
  and not exists (
    select from memberships m
    where m.organization_id = p.organization_id and m.user_id = w.created_by and m.joined_at is not null);

-- The keys of those who left did nothing while these were away, and did it again when they came back.
update api_keys k set revoked_at = now()
from projects p
where p.id = k.project_id and k.revoked_at is null
  and not exists (
    select from memberships m
    where m.organization_id = p.organization_id and m.user_id = k.created_by and m.joined_at is not null);

-- Whether its body holds values, so that it is not sent to a webhook that may no longer see them. Of the older ones nobody
-- knows; they are taken for such.
alter table deliveries add column tells_values boolean not null default true;
alter table deliveries alter column tells_values set default false;

-- Asked for by hand, and the attempt has not begun: its number counts from then on.
alter table deliveries add column is_asked_for boolean not null default false;

-- It counts among the failures in a row, once however often it fails. Those that wait have not failed yet.
alter table deliveries add column is_counted boolean not null default true;
alter table deliveries alter column is_counted set default false;
update deliveries set is_counted = false where due_at is not null;
