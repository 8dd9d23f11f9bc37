-- Webhooks that nobody has changed since it is known whether a key made them were all taken for those of people. Where an
-- API key that may not read could have made one, or could have said where it goes, it tells no values until somebody who
-- may read them changes it. Revoked keys count, too: what they made goes on. At that time a webhook stayed its creator's
-- whoever changed it, so any key of the project could have been the one.
update webhooks w set sees_values = false
where w.updated_at < (select applied_at from schema_migrations where name = '0018_creators.sql')
  and exists (
    select from api_keys k
    where k.project_id = w.project_id and k.created_at <= w.updated_at and not k.scopes @> '{translations:read}'
      and (k.permissions @> '{webhook.create}' and k.created_by = w.created_by
        or k.permissions @> '{webhook.edit}' and w.updated_at > w.created_at));
