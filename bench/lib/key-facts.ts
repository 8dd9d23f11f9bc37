import type { Connection } from './driver.ts'

/**
 * What filters of the list look for beside texts, spread thinly over the keys of a project: some are plural, some were
 * seen, some have comments, some were written lately, of some the source text was changed, and in some there is something
 * open. Running it again adds nothing. Returns the time since which the few were written.
 */
export async function addKeyFacts(database: Connection, projectId: number, userId: number): Promise<Date> {
  const since = new Date('2030-01-01T00:00:00Z')
  const every = (n: number, rest: number) => `project_id = $1 and id % ${n} = ${rest} and deleted_at is null`
  await database.query(`update keys set is_plural = true where ${every(50, 1)} and not is_plural`, [projectId])
  await database.query(
    `insert into observations (key_id, ui_type, last_seen_at) select id, 'button', now() from keys where ${every(20, 2)}
     on conflict do nothing`,
    [projectId],
  )
  await database.query(
    `insert into comments (key_id, text, author_id, created_at) select k.id, 'Too long', $2, now() from keys k
     where ${every(100, 3)} and not exists (select from comments c where c.key_id = k.id)`,
    [projectId, userId],
  )
  await database.query(
    `update translations t set updated_at = $2, updated_by = $3 from locales l
     where t.project_id = $1 and t.key_id % 100 = 4 and l.id = t.locale_id and l.code = 'de' and t.updated_at <> $2`,
    [projectId, since, userId],
  )
  await database.query(
    `update translations t set source_changed_at = $2 from projects p
     where t.project_id = $1 and t.key_id % 50 = 5 and p.id = t.project_id and t.locale_id = p.source_locale_id
       and t.source_changed_at is null`,
    [projectId, since],
  )
  await database.query(
    `insert into issues (id, project_id, key_id, locale_id, check_id, severity, params, message, detected_at)
     select 'iss_bench_' || t.id, t.project_id, t.key_id, t.locale_id, c.check_id, c.severity, '{}', 'Found', now()
     from translations t
     join locales l on l.id = t.locale_id and l.code = 'de'
     cross join lateral (
       select case when t.key_id % 400 = 6 then 'tag_missing' else 'edge_space' end as check_id,
              case when t.key_id % 400 = 6 then 'error' else 'warning' end as severity
     ) c
     where t.project_id = $1 and t.key_id % 40 = 6
     on conflict do nothing`,
    [projectId],
  )
  await database.query('vacuum analyze')
  return since
}
