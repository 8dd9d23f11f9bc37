-- What several webhooks are told of one event is kept once: a hundred copies of a long text took a write a hundred times
-- as long as one.
create table delivery_data (
  id bigint generated always as identity primary key,
  -- The `data` of the bodies.
  data text not null
);

-- Null: the body is put together from the data and the delivery's own name and time, on every attempt the same.
alter table deliveries alter column body drop not null;
alter table deliveries add column data_id bigint;
alter table deliveries add constraint deliveries_body check (num_nonnulls(body, data_id) = 1) not valid;

-- A write that a hundred webhooks are told of pays for each of these a hundred times. Webhooks are never removed from
-- their table, and of names that are random no two are equal.
alter table deliveries drop constraint deliveries_webhook_id_fkey;
alter table deliveries drop constraint deliveries_uuid_key;
