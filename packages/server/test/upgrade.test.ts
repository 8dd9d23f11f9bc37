import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../src/db/migrate.ts'
import { sql } from '../src/db/sql.ts'
import { databaseUpTo, shopUpTo } from './older-database.ts'

test('what somebody made who has left since stays off, and what others made goes on', async () => {
  const db = await databaseUpTo('0015')
  await db.pool.query(`
    insert into organizations (name, created_at, updated_at) values ('Acme', now(), now());
    insert into users (email, name, password_hash, joined_at, created_at, updated_at) values
      ('ada@example.com', 'Ada', 'hash', now(), now(), now()), ('bo@example.com', 'Bo', 'hash', now(), now(), now());
    insert into memberships (organization_id, user_id, role, joined_at, created_at)
      select o.id, u.id, 'owner', now(), now() from organizations o, users u where u.name = 'Ada';
    insert into locales (organization_id, code, name) select id, 'en', 'English' from organizations;
    insert into projects (organization_id, name, source_locale_id, cdn_token, created_at, updated_at)
      select o.id, 'Shop', l.id, 'token', now(), now() from organizations o, locales l;
    insert into webhooks (uuid, project_id, name, url, events, is_active, secret, created_by, created_at, updated_at)
      select u.name, p.id, u.name, 'https://example.com', '{key.created}', true, '', u.id, now(), now()
      from projects p, users u;
    insert into api_keys (project_id, name, key_hash, prefix, scopes, permissions, created_by, created_at)
      select p.id, u.name, convert_to(u.name, 'UTF8'), '', '{}', '{}', u.id, now() from projects p, users u;
    insert into deliveries (uuid, webhook_id, event, body, status, created_at, due_at)
      select d.status, w.id, 'key.created', '{}', d.status, now(), d.due_at
      from webhooks w, (values ('failed', null), ('retrying', now())) as d (status, due_at) where w.name = 'Ada'`)
  await migrate(db)
  assert.deepEqual(await db.rows(sql`select name, is_active from webhooks order by name`), [
    { name: 'Ada', is_active: true },
    { name: 'Bo', is_active: false },
  ])
  assert.deepEqual(await db.rows(sql`select name from api_keys where revoked_at is null`), [{ name: 'Ada' }])
  assert.deepEqual(await db.rows(sql`select status, is_counted from deliveries order by status`), [
    { status: 'failed', is_counted: true },
    { status: 'retrying', is_counted: false },
  ])
})

test('a webhook that a key without the right to read may have made, or sent elsewhere, tells no values', async () => {
  const db = await databaseUpTo('0017')
  await db.pool.query(`
    insert into organizations (name, created_at, updated_at) values ('Acme', now(), now());
    insert into users (email, name, password_hash, created_at, updated_at)
      select name || '@example.com', name, 'hash', now(), now() from unnest('{ada,bo,cy}'::text[]) as name;
    insert into memberships (organization_id, user_id, role, joined_at, created_at)
      select o.id, u.id, 'owner', now(), now() from organizations o, users u;
    insert into locales (organization_id, code, name) select id, 'en', 'English' from organizations;
    insert into projects (organization_id, name, source_locale_id, cdn_token, created_at, updated_at)
      select o.id, p.name, l.id, p.name, now(), now()
      from organizations o, locales l, unnest('{keys,edited}'::text[]) as p (name);
    insert into api_keys (project_id, name, key_hash, prefix, scopes, permissions, created_by, created_at, revoked_at)
      select p.id, '', convert_to(project || creator, 'UTF8'), '', scopes::text[], permissions::text[], u.id,
             k.created_at::timestamptz, revoked_at::timestamptz
      from (values
        ('keys', 'ada', '{translations:write}', '{webhook.create}', '2026-01-01', '2026-03-01'),
        ('keys', 'bo', '{translations:read}', '{webhook.create,webhook.edit}', '2026-01-01', null),
        ('keys', 'cy', '{}', '{webhook.view,webhook.delete}', '2026-01-01', null),
        ('edited', 'cy', '{}', '{webhook.edit}', '2026-01-01', null),
        ('edited', 'bo', '{}', '{webhook.create}', '2026-05-01', null)
      ) as k (project, creator, scopes, permissions, created_at, revoked_at)
      join projects p on p.name = project join users u on u.name = creator;
    insert into webhooks (uuid, project_id, name, url, events, is_active, secret, created_by, created_at, updated_at)
      select h.name, p.id, h.name, 'https://example.com', '{key.created}', true, '', u.id, '2026-02-01',
             h.updated_at::timestamptz
      from (values
        ('keys', 'ada', 'made by a key that may not read', '2026-02-01'),
        ('keys', 'ada', 'changed since it is known', '9999-01-01'),
        ('keys', 'bo', 'made by a key that may read', '2026-02-02'),
        ('keys', 'cy', 'of somebody whose key makes none', '2026-02-02'),
        ('edited', 'ada', 'changed by a key that may not read', '2026-02-02'),
        ('edited', 'ada', 'never changed', '2026-02-01'),
        ('edited', 'bo', 'older than the key', '2026-02-01')
      ) as h (project, creator, name, updated_at)
      join projects p on p.name = project join users u on u.name = creator`)
  await migrate(db)
  assert.deepEqual(await db.rows(sql`select name from webhooks where not sees_values order by name`), [
    { name: 'changed by a key that may not read' },
    { name: 'made by a key that may not read' },
  ])
})

test('12.7 whoever had written something before is known', async () => {
  const db = await databaseUpTo('0026')
  await db.pool.query(`
    insert into organizations (name, created_at, updated_at) values ('Acme', now(), now()), ('Other', now(), now());
    insert into users (email, name, password_hash, created_at, updated_at)
      select name || '@example.com', name, 'hash', now(), now() from unnest('{ada,bo,cy,di,ed}'::text[]) as name;
    insert into locales (organization_id, code, name) select id, 'en', 'English' from organizations;
    insert into projects (organization_id, name, source_locale_id, cdn_token, created_at, updated_at)
      select o.id, o.name, l.id, o.name, now(), now() from organizations o join locales l on l.organization_id = o.id;
    insert into api_keys (project_id, name, key_hash, prefix, scopes, permissions, created_by, created_at)
      select p.id, 'key', '', '', '{}', '{}', u.id, now() from projects p, users u where p.name = 'Acme' and u.name = 'bo';
    insert into webhooks (uuid, project_id, name, url, events, is_active, secret, created_by, created_at, updated_at)
      select '', p.id, 'hook', '', '{}', false, '', u.id, now(), now() from projects p, users u
      where p.name = 'Acme' and u.name = 'cy';
    insert into changes (project_id, seq, at, actor_type, actor_id, event)
      select p.id, row_number() over (), now(), a.kind, a.actor, 'key.created'
      from projects p, (values ('user', 1), ('user', 1), ('user', 99), ('api_key', 1), ('system', null)) as a (kind, actor)
      where p.name = 'Acme'
      union all select p.id, 1, now(), 'user', 4, 'key.created' from projects p where p.name = 'Other';
    insert into sessions (token_hash, user_id, created_at, seen_at, expires_at)
      values ('', 5, now(), '2026-01-02T03:04:05.678Z', now())`)
  await migrate(db)
  const rows = sql`
    select o.name as at, u.name from writers w join organizations o on o.id = w.organization_id
    join users u on u.id = w.user_id order by u.id`
  assert.deepEqual(await db.rows(rows), [
    { at: 'Acme', name: 'ada' },
    { at: 'Acme', name: 'bo' },
    { at: 'Acme', name: 'cy' },
    { at: 'Other', name: 'di' },
  ])
  assert.deepEqual(await db.rows(sql`select is_active, last_seen_at from users where id = 5`), [
    { is_active: true, last_seen_at: new Date('2026-01-02T03:04:05.678Z') },
  ])
})

test('accounts stay, and those who were only invited become invitations with the tokens they were given', async () => {
  const db = await databaseUpTo('0013')
  const at = sql`'2026-01-02T03:04:05.678Z'::timestamptz`
  await db.run(sql`
    insert into users (email, name, password_hash, is_instance_admin, created_at, updated_at) values
      ('ada@example.com', 'Ada', 'hash', true, ${at}, ${at}),
      ('bo@example.com', 'bo@example.com', null, false, ${at}, ${at}),
      ('Cy@example.com', 'Cy', 'hash', false, ${at}, ${at})`)
  await db.run(
    sql`insert into organizations (name, created_at, updated_at) values ('One', ${at}, ${at}), ('Two', ${at}, ${at})`,
  )
  await db.run(sql`
    insert into memberships (organization_id, user_id, role, locale_codes, joined_at, created_at) values
      (1, 1, 'owner', null, ${at}, ${at}), (1, 2, 'translator', '{de}', null, ${at}), (1, 3, 'admin', null, null, ${at}),
      (2, 2, 'viewer', null, null, ${at})`)
  await db.run(sql`
    insert into invitations (token_hash, organization_id, user_id, expires_at) values
      ('a', 1, 2, '2026-01-09'), ('b', 1, 3, '2026-01-09'), ('c', 2, 2, '2026-01-09')`)
  await migrate(db)
  assert.deepEqual(await db.rows(sql`select id, name from users order by id`), [
    { id: 1, name: 'Ada' },
    { id: 3, name: 'Cy' },
  ])
  assert.deepEqual(await db.rows(sql`select organization_id, user_id, role from memberships`), [
    { organization_id: 1, user_id: 1, role: 'owner' },
  ])
  assert.deepEqual(
    await db.rows(sql`
      select convert_from(token_hash, 'UTF8') as token, organization_id as org, email, role, locale_codes, invited_by
      from invitations order by token`),
    [
      { token: 'a', org: 1, email: 'bo@example.com', role: 'translator', locale_codes: ['de'], invited_by: 1 },
      { token: 'b', org: 1, email: 'Cy@example.com', role: 'admin', locale_codes: null, invited_by: 1 },
      { token: 'c', org: 2, email: 'bo@example.com', role: 'viewer', locale_codes: null, invited_by: null },
    ],
  )
  assert.ok((await db.rows<{ id: number }>(sql`select id from invitations`)).every(({ id }) => id > 3))
  assert.deepEqual(await db.rows(sql`select created_by from organizations order by id`), [
    { created_by: 1 },
    { created_by: null },
  ])
})

test('12.5 values of before are those of whom the history names last, where it names somebody', async () => {
  const db = await databaseUpTo('0026')
  await db.pool.query(`
    insert into organizations (name, created_at, updated_at) values ('Acme', now(), now());
    insert into users (email, name, password_hash, created_at, updated_at)
      select name || '@example.com', name, 'hash', now(), now() from unnest('{ada,bo,cy}'::text[]) as name;
    insert into locales (organization_id, code, name) values (1, 'en', 'English');
    insert into projects (organization_id, name, source_locale_id, cdn_token, created_at, updated_at)
      values (1, 'Shop', 1, 'token', now(), now());
    insert into api_keys (project_id, name, key_hash, prefix, scopes, permissions, created_by, created_at)
      values (1, 'Build', 'hash', '', '{}', '{}', 3, now());
    insert into namespaces (project_id, name, is_default, created_at, updated_at) values (1, 'default', true, now(), now());
    insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
      select 1, 1, name, 1, now(), now() from unnest('{person,build,service,untold}'::text[]) as name;
    insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
      select 1, id, 1, name, 'translated', 1, now(), now() from keys order by id;
    insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, translation_id)
      select 1, c.*, c.translation_id from (values
        (1, now(), 'user', 1, 'translation.created', 1), (2, now(), 'user', 2, 'translation.updated', 1),
        (3, now(), 'user', 3, 'comment.created', 1), (4, now(), 'user', 3, 'translation.restored', 1),
        (5, now(), 'user', 1, 'translation.created', 2), (6, now(), 'api_key', 1, 'translation.updated', 2),
        (7, now(), 'system', null, 'translation.created', 3)
      ) as c (seq, at, actor_type, actor_id, event, translation_id)`)
  await migrate(db)
  assert.deepEqual(await db.rows(sql`select value, updated_by from translations order by id`), [
    { value: 'person', updated_by: 2 },
    { value: 'build', updated_by: 3 },
    { value: 'service', updated_by: null },
    { value: 'untold', updated_by: null },
  ])
})

test('an organization in which only restricted people manage members gets its first owner back', async () => {
  const db = await databaseUpTo('0023')
  await db.pool.query(`
    insert into organizations (name, created_at, updated_at)
      select name, now(), now() from unnest(array['locked', 'managed']) as name;
    insert into users (email, name, password_hash, created_at, updated_at)
      select name || '@example.com', name, 'hash', now(), now() from unnest(array['Ada', 'Bo', 'Cy']) as name;
    insert into memberships (organization_id, user_id, role, locale_codes, joined_at, created_at) values
      (1, 1, 'owner', '{de}', '2026-01-02', now()), (1, 2, 'owner', '{fr}', '2026-01-01', now()),
      (1, 3, 'developer', null, '2026-01-01', now()),
      (2, 1, 'owner', '{de}', '2026-01-01', now()), (2, 2, 'admin', null, '2026-01-02', now())`)
  await migrate(db)
  assert.deepEqual(
    await db.rows(sql`
      select organization_id as org, user_id as "user" from memberships where locale_codes is null order by 1, 2`),
    [
      { org: 1, user: 2 },
      { org: 1, user: 3 },
      { org: 2, user: 2 },
    ],
  )
})

test('12.9 what was said about a value stays with its key and its language, open and without mentions', async () => {
  const db = await shopUpTo('0026')
  await db.pool.query(`
    insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at, deleted_at)
      select n.project_id, n.id, k.name, 1, now(), now(), k.deleted_at
      from namespaces n, (values ('living', null), ('deleted', now())) as k (name, deleted_at);
    insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
      select k.project_id, k.id, l.id, '', 'not_translated', 1, now(), now() from keys k, locales l;
    insert into comments (translation_id, text, author_id, created_at)
      select t.id, k.name || ' ' || l.code, 1, '2026-01-02'
      from translations t join keys k on k.id = t.key_id join locales l on l.id = t.locale_id`)
  const before = await db.rows(sql`select id, text from comments order by id`)
  await migrate(db)
  assert.deepEqual(await db.rows(sql`select id, text from comments order by id`), before)
  const kept = await db.rows(sql`
    select 1 from comments c join keys k on k.id = c.key_id join locales l on l.id = c.locale_id
    where c.text = k.name || ' ' || l.code and c.author_id = 1 and c.created_at = '2026-01-02'
      and c.mentions = '{}' and not c.is_resolved and c.resolved_by is null`)
  assert.deepEqual([before.length, kept.length], [4, 4])
})

test('12.10 what is published stays published, as the deploy that its job was, or else as the first one', async () => {
  const db = await databaseUpTo('0026')
  await db.pool.query(`
    insert into organizations (name, created_at, updated_at) values ('Acme', now(), now());
    insert into locales (organization_id, code, name) select id, 'en', 'English' from organizations;
    insert into projects (organization_id, name, source_locale_id, cdn_token, cdn_format, created_at, updated_at)
      select o.id, p.name, l.id, p.name, 'json', '2026-01-01', p.updated_at::timestamptz
      from organizations o, locales l,
           (values ('known', '2026-01-01'), ('unknown', '2026-03-01'), ('waiting', '2026-01-01')) as p (name, updated_at);
    insert into jobs (kind, project_id, lane, actor_type, actor_id, user_id, state, created_at, due_at)
      select 'cdn_deploy', p.id, 'cdn ' || p.id, 'user', 1, 1, state, '2026-02-01', due_at::timestamptz
      from (values ('known', 'completed', null), ('known', 'completed', null), ('waiting', 'waiting', '2026-02-01'))
        as j (project, state, due_at)
      join projects p on p.name = project;
    insert into changes (project_id, seq, at, actor_type, actor_id, event)
      select p.id, seq, now(), 'user', 1, event
      from projects p, (values (4, 'cdn_deploy.started'), (5, 'key.created'), (6, 'cdn_deploy.completed')) as c (seq, event)
      where p.name = 'known';
    insert into cdn_publications (project_id, version, published_at)
      select p.id, coalesce((select max(j.id) from jobs j where j.project_id = p.id), 99), '2026-02-02'
      from projects p where p.name <> 'waiting';
    insert into cdn_blobs (hash, bytes, kept_until) values ('a', '12345', now()), ('b', '123', now());
    insert into cdn_files (project_id, namespace, locale, encoding, hash)
      select p.id, namespace, 'en', encoding, hash::bytea
      from projects p, (values (null, 'identity', 'a'), (null, 'br', 'b'), ('n', 'identity', 'a')) as f (namespace, encoding, hash)
      where p.name <> 'waiting'`)
  await migrate(db)
  assert.deepEqual(
    await db.rows(sql`
      select p.name, c.deploy_id = c.version as "isJob", d.seq, d.format, d.files, d.bytes, j.state, j.actor_type as actor
      from projects p
      join cdn_deploys d on d.project_id = p.id
      join jobs j on j.id = d.id
      left join cdn_publications c on c.deploy_id = d.id
      order by p.name`),
    [
      { name: 'known', isJob: true, seq: 4, format: 'json', files: 2, bytes: 10, state: 'completed', actor: 'user' },
      { name: 'unknown', isJob: false, seq: 0, format: null, files: 2, bytes: 10, state: 'completed', actor: 'system' },
      { name: 'waiting', isJob: null, seq: null, format: null, files: 0, bytes: 0, state: 'waiting', actor: 'user' },
    ],
  )
  assert.deepEqual(
    await db.rows(sql`
      select f.namespace, f.encoding, f.size
      from cdn_files f join cdn_publications c on c.deploy_id = f.deploy_id join projects p on p.id = c.project_id
      where p.name = 'known' order by f.namespace nulls first, f.encoding`),
    [
      { namespace: null, encoding: 'br', size: 5 },
      { namespace: null, encoding: 'identity', size: 5 },
      { namespace: 'n', encoding: 'identity', size: 5 },
    ],
  )
})

test('12.4 source texts that were changed before the upgrade are known as such', async () => {
  const db = await shopUpTo('0027')
  await db.pool.query(`
    insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
      select p.id, n.id, key, u.id, now(), now()
      from projects p, namespaces n, users u, unnest('{changed,reviewed,untouched}'::text[]) as key;
    insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
      select k.project_id, k.id, l.id, 'text', 'translated', k.created_by, '2026-01-01Z', '2026-03-01Z'
      from keys k, locales l;
    insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, translation_id, locale, before, after)
      select t.project_id, row_number() over (), c.at::timestamptz, 'user', t.created_by, 'translation.updated',
             t.key_id, t.id, l.code, jsonb_build_object('value', c.before, 'status', 'not_reviewed'),
             '{"value": "text", "status": "translated"}'
      from (values
        ('changed', '2026-01-02Z', 'old'), ('changed', '2026-02-01Z', 'older'), ('changed', '2026-03-01Z', 'text'),
        ('reviewed', '2026-03-01Z', 'text')
      ) as c (key, at, before)
      join keys k on k.name = c.key join translations t on t.key_id = k.id join locales l on l.id = t.locale_id`)
  await migrate(db)
  const found = await db.rows(sql`
    select k.name, l.code, t.source_changed_at as at
    from translations t join keys k on k.id = t.key_id join locales l on l.id = t.locale_id
    where t.source_changed_at is not null`)
  assert.deepEqual(found, [{ name: 'changed', code: 'en', at: new Date('2026-02-01T00:00:00Z') }])
})
