-- Members who are restricted to some languages manage no members any more. Where nobody else could, the first owner is
-- restricted no longer: otherwise nobody could ever change that.
update memberships m
set locale_codes = null
from (
  select distinct on (organization_id) organization_id, user_id
  from memberships where role = 'owner'
  order by organization_id, joined_at, user_id
) as first
where m.organization_id = first.organization_id and m.user_id = first.user_id
  and not exists (
    select 1 from memberships u
    where u.organization_id = m.organization_id and u.role in ('owner', 'admin') and u.locale_codes is null);
