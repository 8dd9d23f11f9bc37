-- This is the copy that runs. Those in migrations are history.
-- What is left of an event's `data` (see `webhook_data`) for a webhook whose creator may see some languages of it, or no
-- texts. Counts stay as they are: they tell that something happened, which the event does anyway.
drop function if exists seen_data;
create function seen_data(event text, data jsonb, locale_codes text[], sees_values boolean) returns jsonb
  language sql immutable parallel safe
  return case
    when event = 'translation.batch_updated' then
      data || jsonb_build_object('localeCodes', to_jsonb(locale_codes))
    when event = 'export.completed' and locale_codes is not null then
      jsonb_set(data, '{stats,locales}', to_jsonb(locale_codes))
    when event like 'translation.%' and not sees_values then data || '{"value": null, "previousValue": null}'
    when event = 'comment.created' and not sees_values then data || '{"text": null}'
    when event like 'issue.%' and not sees_values then data || '{"params": null, "reason": null}'
    else data
  end;
