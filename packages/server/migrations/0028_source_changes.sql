-- When the text of a value in the source language was last replaced by another. Null where it is as it was written first,
-- and in all other languages, so that only writes into the source language pay for the index below.
-- The time of a value cannot tell it: that moves with its status, too.
alter table translations add column source_changed_at timestamptz(3);

-- Before the index is there, which would keep the new rows from staying where the old ones are.
update translations t set source_changed_at = least(changed.at, t.updated_at)
from (
  select c.translation_id, max(c.at) as at
  from changes c
  join projects p on p.id = c.project_id
  join locales l on l.id = p.source_locale_id and l.code = c.locale
  where c.event = 'translation.updated' and c.before ->> 'value' is distinct from c.after ->> 'value'
  group by c.translation_id
) changed
where t.id = changed.translation_id;

-- To find the values that are older than that.
create index translations_changed_source on translations (project_id, key_id) where source_changed_at is not null;
