-- This is the copy that runs. Those in migrations are history.
-- What a webhook is told about a change: the `data` of a delivery's body. `queue_deliveries` asks for it when the change is
-- written, so it is fixed with the change and not looked up when it is sent. That a syntax changed is said only where it
-- did: receivers that knew the other four alone are told what they know.
drop function if exists webhook_data;
create function webhook_data(project_id bigint, event text, key_id bigint, key text, namespace text,
                             translation_id bigint, locale text, before jsonb, after jsonb) returns jsonb
  language sql immutable parallel safe
  return jsonb_build_object('projectId', project_id) || case
    when event in ('key.created', 'key.restored') then
      jsonb_build_object('keyId', key_id, 'key', key, 'namespace', namespace, 'isPlural', after -> 'isPlural')
    when event = 'key.updated' then
      jsonb_build_object('keyId', key_id, 'key', key, 'namespace', namespace, 'changes', jsonb_build_object(
        'description', after ? 'description', 'aiContext', after ? 'aiContext',
        'characterLimit', after ? 'characterLimit', 'isPlural', after ? 'isPlural')
        || case when after ? 'syntax' then jsonb_build_object('syntax', true) else '{}' end)
    when event = 'key.deleted' then jsonb_build_object('keyId', key_id, 'key', key, 'namespace', namespace)
    when event like 'translation.%' then
      jsonb_build_object('keyId', key_id, 'translationId', translation_id, 'key', key, 'namespace', namespace,
                         'locale', locale, 'value', after -> 'value', 'previousValue', before -> 'value',
                         'status', after -> 'status')
    when event like 'namespace.%' then
      jsonb_build_object('namespaceId', coalesce(after, before) -> 'namespaceId', 'namespace', namespace)
        || case when event = 'namespace.updated' then jsonb_build_object('previousName', before -> 'name') else '{}' end
    when event = 'comment.created' then
      jsonb_build_object('commentId', after -> 'commentId', 'translationId', translation_id, 'keyId', key_id,
                         'key', key, 'locale', locale, 'text', after -> 'text', 'authorId', after -> 'authorId')
    when event like 'issue.%' then
      jsonb_build_object('keyId', key_id, 'key', key, 'namespace', namespace, 'translationId', translation_id,
                         'locale', locale) || case when event = 'issue.ignored' then after else before end
    -- Which changes it made is for taking them back, which receivers do not.
    when event = 'import.completed' then after - 'changes'
    when event like 'project.locale%' then jsonb_build_object('locale', locale)
    else coalesce(after, '{}')
  end;
