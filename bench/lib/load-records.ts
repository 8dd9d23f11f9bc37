import type { Connection } from './driver.ts'
import { type Place, SIZES } from './organization-size.ts'

/** Of the project, with an import among a hundred changes, and of the organization. Those who follow it are done with it. */
export async function loadHistory(database: Connection, { orgId, projectId }: Place): Promise<void> {
  await database.query(
    `with people as (select array_agg(user_id) as ids from memberships where organization_id = $1),
     texts as (
       select row_number() over () as n, k.id as key_id, k.name, t.id, t.value, t.status, l.code
       from keys k join translations t on t.key_id = k.id join locales l on l.id = t.locale_id
       where k.project_id = $2 limit $3::int
     )
     insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, translation_id, key_name, namespace,
                          locale, before, after)
     select $2, c.seq + n, now() - ($3::int - n) * interval '1 minute', 'user', ids[1 + n % array_length(ids, 1)],
            case when n % 100 = 0 then 'import.completed' else 'translation.updated' end,
            case when n % 100 > 0 then key_id end, case when n % 100 > 0 then id end, case when n % 100 > 0 then name end,
            case when n % 100 > 0 then 'default' end, case when n % 100 > 0 then code end,
            case when n % 100 > 0 then jsonb_build_object('value', 'Before', 'status', 'not_reviewed') end,
            case when n % 100 > 0 then jsonb_build_object('value', value, 'status', status)
                 else '{"source": "web", "stats": {"files": 1, "added": 1, "updated": 2, "skipped": 0}, "changes": null}' end
     from texts, people, project_counters c where c.project_id = $2`,
    [orgId, projectId, SIZES.activity],
  )
  await database.query('update project_counters set seq = seq + $2 where project_id = $1', [projectId, SIZES.activity])
  for (const followed of ['issue_positions', 'memory_positions'])
    await database.query(
      `update ${followed} p set seq = c.seq from project_counters c where c.project_id = p.project_id and p.project_id = $1`,
      [projectId],
    )
  await database.query(
    `insert into audit_entries (organization_id, at, actor_type, actor_id, event, subject_type, subject_id, subject_name, details)
     select $1, now() - n * interval '1 minute', 'user', m.user_id, 'project.updated', 'project', $2, 'Shop', '{"name": "Shop"}'
     from generate_series(1, $3::int) n, (select min(user_id) as user_id from memberships where organization_id = $1) m`,
    [orgId, projectId, SIZES.audit],
  )
}

/** Languages of the organization, namespaces and deleted keys of the project, memories. */
export async function loadPlaces(database: Connection, { orgId, projectId, userId }: Place): Promise<void> {
  await database.query(
    `insert into locales (organization_id, code, name)
     select $1, 'x-place-' || n, 'Dialect ' || n from generate_series(1, $2::int) n`,
    [orgId, SIZES.languages],
  )
  await database.query(
    `insert into namespaces (project_id, name, created_at, updated_at)
     select $1, 'area-' || n, now(), now() from generate_series(1, $2::int) n`,
    [projectId, SIZES.namespaces],
  )
  await database.query(
    `insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at, deleted_at)
     select $1, s.id, 'old.' || n, $2, now(), now(), now() - n * interval '1 minute'
     from namespaces s, generate_series(1, $3::int) n where s.project_id = $1 and s.is_default`,
    [projectId, userId, SIZES.deletedKeys],
  )
  await database.query(
    `insert into memories (organization_id, name, source_locale_id, is_shared, auto_populate, only_approved, created_at, updated_at)
     select $1, 'Memory ' || n, p.source_locale_id, true, false, false, now(), now()
     from projects p, generate_series(2, $3::int) n where p.id = $2`,
    [orgId, projectId, SIZES.memories],
  )
}

/** API keys; webhooks, one with a long log. */
export async function loadPrograms(database: Connection, { projectId, webhookId, userId }: Place): Promise<void> {
  await database.query(
    `insert into api_keys (project_id, name, key_hash, prefix, scopes, permissions, created_by, created_at)
     select $1, 'Build ' || n, sha256(gen_random_uuid()::text::bytea), 'tms_' || n, '{translations:read}',
            '{}', $2, now()
     from generate_series(1, $3::int) n`,
    [projectId, userId, SIZES.apiKeys],
  )
  await database.query(
    `insert into webhooks (uuid, project_id, name, url, events, is_active, secret, created_by, created_at, updated_at)
     select gen_random_uuid(), w.project_id, 'Hook ' || n, w.url, w.events, false, w.secret, w.created_by, now(), now()
     from webhooks w, generate_series(2, $2::int) n where w.id = $1`,
    [webhookId, SIZES.webhooks],
  )
  await database.query(
    `insert into deliveries (uuid, webhook_id, event, body, status, http_status, response_body, duration_ms, sent_at,
                             completed_at, created_at)
     select id, $1, 'translation.updated',
            json_build_object('event', 'translation.updated', 'timestamp', iso_time(at), 'deliveryId', id,
                              'data', '{}'::json)::text,
            case when n % 10 = 0 then 'failed' else 'success' end, case when n % 10 = 0 then 500 else 200 end, 'ok', 12, at,
            at, at
     from generate_series(1, $2::int) n, lateral (select gen_random_uuid() as id, now() - n * interval '1 second' as at) d`,
    [webhookId, SIZES.deliveries],
  )
}

export async function loadJobs(database: Connection, { projectId, userId }: Place): Promise<void> {
  await database.query(
    `with made as (
       insert into jobs (kind, project_id, lane, actor_type, actor_id, user_id, state, created_at, started_at, finished_at)
       select 'machine_translation', $1::bigint, 'machine translation ' || $1::bigint, 'user', $2::bigint, $2::bigint, 'completed', at, at, at
       from generate_series(1, $3::int) n, lateral (select now() - n * interval '1 hour' as at) d
       returning id
     )
     insert into translation_jobs (job_id, source_locale_id, target_locale_id, source_locale, target_locale,
                                   overwrite_existing, total, processed)
     select made.id, s.id, t.id, s.code, t.code, false, 100, 100
     from made, projects p
     join locales s on s.id = p.source_locale_id
     join locales t on t.organization_id = p.organization_id and t.code = 'de'
     where p.id = $1::bigint`,
    [projectId, userId, SIZES.jobs],
  )
}
