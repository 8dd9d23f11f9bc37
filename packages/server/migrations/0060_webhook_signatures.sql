-- How a webhook's deliveries are signed. Those of before were promised X-TMS-Signature.
alter table webhooks
  add column signature text not null default 'tms' check (signature in ('tms', 'standard'));
