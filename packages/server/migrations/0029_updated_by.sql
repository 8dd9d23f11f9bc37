-- Who wrote a value last; behind an API key, its creator. Null where nobody is known.
alter table translations add column updated_by bigint;

-- What the history tells of values from before, at once. It takes minutes for millions of values, whether the index for
-- searches is kept up meanwhile or built anew: 400,000 took 59 s and 84 s.
update translations t set updated_by = last.user_id
from (
  select distinct on (c.translation_id) c.translation_id,
         case c.actor_type when 'user' then c.actor_id when 'api_key' then k.created_by end as user_id
  from changes c left join api_keys k on c.actor_type = 'api_key' and k.id = c.actor_id
  where c.translation_id is not null and c.event in ('translation.created', 'translation.updated')
  order by c.translation_id, c.seq desc
) last
where t.id = last.translation_id and last.user_id is not null;
