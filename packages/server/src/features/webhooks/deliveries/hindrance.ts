import { sql } from '../../../db/sql.ts'

/**
 * Of a delivery `d` to a webhook `w` of a project `p`: why it is not to be made; null when it is. Of a webhook that is
 * switched off only the notice is sent. What was queued for somebody who could see more than its creator can now is not:
 * the creator was restricted meanwhile, or somebody else took the webhook over and with it what had failed.
 */
export const hindrance = sql`case
  when w.deleted_at is not null or p.deleted_at is not null or not (w.is_active or d.is_notice)
    then 'The webhook was not active.'
  when d.is_notice then null
  when d.tells_values and not w.sees_values or not exists (
      select from memberships m
      where m.organization_id = p.organization_id and m.user_id = w.created_by and m.joined_at is not null
        and (d.locale_codes is null or m.locale_codes is null or d.locale_codes <@ m.locale_codes))
    then 'Whoever the webhook belongs to may not see what this tells.'
end`
